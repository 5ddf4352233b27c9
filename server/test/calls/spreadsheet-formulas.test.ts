import { describe, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import type { Day } from '@kabinet/contract/kernel/day';
import { kopecks } from '@kabinet/contract/kernel/money';
import { asCsv } from '#server/domain/documents/archive/written.ts';
import type { ColumnKind } from '#server/domain/documents/archive/table.ts';
import { ARCHIVE_TABLES } from '#server/domain/documents/archive/tables.ts';
import { post, providerAccount } from '#server/domain/money/ledger/ledger.ts';
import { readCsv } from '#server/domain/shared/csv-reader.ts';
import { runCommand } from '../../src/operator/operator.ts';
import { testPortal, type TestPortal } from '../portal/portal.ts';

// What others have written stays text in every table that leaves the portal, whatever a spreadsheet makes of its first letters.

const WHO = 100_001;
const FORMULAS = [
  '=HYPERLINK("http://evil.example","x")',
  '+7',
  '-2+3',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '\n=1',
  ' =1',
  '\u200b=1',
  '＝1',
  '";=1;"',
];
const RUNS = /^(?:[\s\p{C}]*[=+\-@＝＋－＠]|[\t\r\n])/u;
const NUMBER = /^-?\d+(?:[.,]\d+)?$/;

/** Every cell that a spreadsheet would run; the reader has taken off quotes, as a spreadsheet does. */
const running = (csv: string): string[] =>
  readCsv(csv, ';').flatMap(({ cells }) => cells.filter((cell) => RUNS.test(cell) && !NUMBER.test(cell)));

async function spend(portal: TestPortal, body: object): Promise<string> {
  const made = await portal.send(contract.document.link, { body: body as never }, WHO);
  const reply = await portal.inject({
    method: 'POST',
    url: '/lk/document',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URL(made.body.url).search.slice(1),
  });
  expect(reply.headers['content-type']).toMatch(/^text\/csv/);
  return reply.body;
}

async function statement(portal: TestPortal): Promise<string> {
  const { rows } = await portal.pool.query<{ account_id: number }>(
    `select account_id from account where contract_id = $1 and kind = 'i'`,
    [WHO],
  );
  const moment = { day: '2026-11-20' as Day, happenedAt: portal.clock.now() };
  await portal.world.db.write(async (tx) => {
    const revenue = await providerAccount(tx, 'revenue');
    for (const [index, text] of FORMULAS.entries()) {
      const entries = [
        { accountId: rows[0]!.account_id, amount: kopecks(-1), text },
        { accountId: revenue, amount: kopecks(1), text },
      ];
      await post(tx, { ...moment, kind: 'charge', reference: `formula:${index}`, entries });
    }
  });
  return spend(portal, { kind: 'statement', p: 'i', from: '2026-11-20', until: '2026-11-20', format: 'csv' });
}

async function calls(portal: TestPortal): Promise<string> {
  const { rows } = await portal.pool.query<{ number: string; plan: number }>(
    'select phone_number as number, plan_id as plan from phone_number where contract_id = $1 order by 1',
    [WHO],
  );
  const [line] = rows;
  for (const [index, text] of FORMULAS.entries()) {
    await portal.pool.query('insert into call_zone (zone, name, position) values ($1, $2, 90)', [`x${index}`, text]);
    await portal.pool.query(
      `insert into call_record (phone_number, started_at, other_number, direction, zone, seconds, amount_kopecks, period, plan_id)
       values ($1, $2, $3, 'out', $4, 60, 0, '2026-11', $5)`,
      [line!.number, portal.clock.now(), text, `x${index}`, line!.plan],
    );
  }
  return spend(portal, { kind: 'calls', phone_number: line!.number, period: '2026-11' });
}

async function sessions(portal: TestPortal): Promise<string> {
  const { rows } = await portal.pool.query<{ user_id: number }>(
    `select user_id from service_user where contract_id = $1 and user_type = 'isg' order by 1`,
    [WHO],
  );
  for (const text of FORMULAS)
    await portal.pool.query(
      `insert into internet_session (user_id, started_at, stopped_at, address, port, bytes_in, bytes_out, end_cause)
       values ($1, $2, $2, '192.0.2.1', $3, 0, 0, $3)`,
      [rows[0]!.user_id, portal.clock.now(), text],
    );
  return spend(portal, { kind: 'sessions', user_id: rows[0]!.user_id, period: '2026-11' });
}

async function operator(portal: TestPortal, ...line: string[]): Promise<string> {
  const said: string[] = [];
  const tools = { ...portal.world, agents: [] };
  const say = (text: string) => void said.push(text);
  expect(await runCommand(() => Promise.resolve(tools), line, say)).toBe(0);
  return said.join('\r\n');
}

/** Line breaks reach no table through a header, so they are sent as spaces. */
const asHeader = (text: string) => Buffer.from(text.replace(/[\r\n]/g, ' ')).toString('latin1');

async function consents(portal: TestPortal): Promise<string> {
  const { body } = await portal.send(contract.consent.list, {}, WHO);
  const { name, version } = body.consents.find((one) => one.name === 'marketing')!;
  for (const [index, text] of FORMULAS.entries()) {
    const decision = { name, version, is_given: index % 2 === 0 };
    await portal.send(contract.consent.decide, { body: decision }, WHO, { 'user-agent': asHeader(text) });
  }
  return operator(portal, 'consents', 'export');
}

async function requests(portal: TestPortal): Promise<string> {
  for (const text of FORMULAS)
    await portal.pool.query(
      `insert into contact_consent (purpose, version, text, phone, given_at, ip, browser)
       values ('call_back', $2, 'Текст', '79270000001', $1, '192.0.2.1', $2)`,
      [portal.clock.now(), text],
    );
  return operator(portal, 'consents', 'requests');
}

/** Each kind of document that a link can open: how it makes a table, or why it is none. */
const DOCUMENTS: Record<string, ((portal: TestPortal) => Promise<string>) | 'no table'> = {
  statement,
  calls,
  sessions,
  receipt: 'no table',
  file: 'no table',
  consent: 'no table',
  // Its tables are below.
  archive: 'no table',
};
/** Commands of the operator that print a table. */
const COMMANDS: typeof DOCUMENTS = { 'consents export': consents, 'consents requests': requests };
const EXPORTS = [...Object.entries(DOCUMENTS), ...Object.entries(COMMANDS)].flatMap(([name, make]) =>
  make === 'no table' ? [] : [[name, make] as const],
);

test('every kind of document is known here', () => {
  const kinds = contract.document.link.body.options.map(({ shape }) => shape.kind.value);
  expect(kinds.toSorted()).toEqual(Object.keys(DOCUMENTS).toSorted());
});

test.each(EXPORTS)('no cell of «%s» runs', async (_, make) => {
  const portal = await testPortal();
  const csv = await make(portal);
  expect(running(csv)).toEqual([]);
  // The formulas are there, each as a text.
  const texts = new Set(readCsv(csv, ';').flatMap(({ cells }) => cells));
  for (const text of FORMULAS.filter((one) => /^[ -:<-~]+$/.test(one)))
    expect
      .soft(
        [...texts].some((cell) => [`'${text}`, `'${text.trim()}`].includes(cell)),
        text,
      )
      .toBe(true);
});

describe('the archive of one’s data', () => {
  /** What a column of each kind may hold at worst. */
  const WORST: Record<ColumnKind, readonly string[]> = {
    text: FORMULAS,
    word: FORMULAS,
    number: [...FORMULAS, '-2', '2.5'],
    money: ['-200'],
    moment: ['2026-11-20T10:00:00Z'],
    day: ['2026-11-20'],
    yes: ['true'],
  };

  test.each(ARCHIVE_TABLES.map(({ title, columns }) => [title, columns] as const))(
    'no cell of «%s» runs',
    async (_, columns) => {
      const rows = FORMULAS.map((_text, index) =>
        Object.fromEntries(columns.map(([name, , kind = 'text']) => [name, WORST[kind][index % WORST[kind].length]])),
      );
      let csv = '';
      const parts = (async function* () {
        yield await Promise.resolve(rows);
      })();
      for await (const part of asCsv(columns, parts, 'Europe/Samara', () => undefined)) csv += part;
      expect(readCsv(csv, ';')).toHaveLength(rows.length + 1);
      expect(running(csv)).toEqual([]);
    },
  );
});
