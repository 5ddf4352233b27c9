import { beforeEach, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { testPortal, type TestPortal } from '../../../../test/portal/portal.ts';
import { forgetLooks } from '../../../../test/portal/staff.ts';
import { runCommand } from '../../operator.ts';

const [ONE, OTHER] = [100_001, 100_002];

let portal: TestPortal;
beforeEach(async () => {
  portal = await testPortal();
  await forgetLooks(portal);
});

async function run(...line: string[]) {
  const said: string[] = [];
  const tools = { ...portal.world, agents: [] };
  const code = await runCommand(
    () => Promise.resolve(tools),
    line,
    (text) => void said.push(text.replaceAll('\u00a0', ' ')),
  );
  return { code, said };
}

const NEWS = 'marketing';
const versionOf = async () =>
  (await portal.send(contract.consent.list, {}, ONE)).body.consents.find(({ name }) => name === NEWS)!.version;
const decide = async (who: number, is_given: boolean) =>
  portal.send(contract.consent.decide, { body: { name: NEWS, version: await versionOf(), is_given } }, who);
const readsOf = async (who: number) =>
  (await portal.send(contract.security.staffReads, {}, who)).body.map(({ what }) => what);
const lastId = async () =>
  (await portal.pool.query<{ id: string }>('select coalesce(max(consent_decision_id), 0) as id from consent_decision'))
    .rows[0]!.id;

test('the consents of a contract are listed with each decision, and the subscriber sees who has looked', async () => {
  await decide(ONE, true);
  portal.clock.advance(60_000);
  await decide(ONE, false);
  const { code, said } = await run('consents', 'list', String(ONE));
  expect(code).toBe(0);
  const text = said.join('\n');
  expect(text).toMatch(/дано вместе с договором/);
  expect(text).toMatch(/20 ноября 2026, 14:06 {2}«[^»]+», редакция [^:]+: отозвано\. 127\.0\.0\.1/);
  expect(text).toMatch(/20 ноября 2026, 14:05 {2}«[^»]+», редакция [^:]+: дано\. 127\.0\.0\.1/);
  expect(await readsOf(ONE)).toEqual(['согласия договора: на какой текст, когда, откуда']);
  expect(await readsOf(OTHER)).toEqual([]);
  expect((await run('consents', 'list', '999999')).code).toBe(1);
});

test('all decisions are exported as a table in their order; each who is in it sees that', async () => {
  const after = await lastId();
  await decide(ONE, true);
  await decide(OTHER, true);
  await decide(OTHER, false);
  const { code, said } = await run('consents', 'export', '--name=marketing', `--after=${after}`);
  expect(code).toBe(0);
  const [header, ...rows] = said;
  expect(header).toBe('номер;договор;согласие;название;редакция;решение;когда;адрес;браузер;SHA-256 текста');
  expect(rows.map((row) => row.split(';').filter((_, cell) => [1, 2, 5].includes(cell)))).toEqual([
    ['100001', 'marketing', 'дано'],
    ['100002', 'marketing', 'дано'],
    ['100002', 'marketing', 'отозвано'],
  ]);
  for (const row of rows) expect(row).toMatch(/;[\da-f]{64}$/);
  for (const who of [ONE, OTHER]) {
    expect(await readsOf(who)).toEqual(['журнал согласий всех договоров, CSV; за раз 20000 строк']);
  }
  expect((await run('consents', 'export', '--name=other', `--after=${after}`)).said).toHaveLength(1);
});

test('what a browser calls itself is no formula and no line of its own in the table', async () => {
  const after = await lastId();
  const version = await versionOf();
  const body = { name: NEWS, version, is_given: true };
  await portal.send(contract.consent.decide, { body }, ONE, { 'user-agent': '=HYPERLINK("x");"\n1;2' });
  const [, row = ''] = (await run('consents', 'export', `--after=${after}`)).said;
  expect(row).toContain(';"\'=HYPERLINK(""x"");""');
});

test('what was agreed to with requests for a call is exported, too', async () => {
  const { code, said } = await run('consents', 'requests');
  expect(code).toBe(0);
  expect(said[0]).toBe('номер;заявка;редакция;телефон;договор;когда;адрес;браузер;SHA-256 текста');
  const { rows } = await portal.pool.query<{ n: string }>('select count(*) as n from contact_consent');
  expect(said).toHaveLength(Number(rows[0]!.n) + 1);
  const [last] = (await portal.pool.query<{ id: string }>('select max(consent_id) as id from contact_consent')).rows;
  expect((await run('consents', 'requests', `--after=${last!.id}`)).said).toHaveLength(1);
});
