import { beforeEach, expect, test } from 'vitest';
import type { OperatorRole } from '@kabinet/contract/kernel/call/staff-call';
import { INBOX_KINDS, operatorCalls, operatorContract, staffContract, type InboxKind } from '@kabinet/contract/staff';
import { addClient } from '../../../../test/portal/client.ts';
import { testPortal, type TestPortal } from '../../../../test/portal/portal.ts';
import { cookieOf, sendStaff, staffToken } from '../../../../test/portal/staff.ts';

const { inbox } = operatorContract;

let portal: TestPortal;
const cookies = new Map<OperatorRole, Record<string, string>>();

beforeEach(async () => {
  portal = await testPortal({ template: 'empty' });
  cookies.clear();
});

async function as(role: OperatorRole): Promise<Record<string, string>> {
  const known = cookies.get(role) ?? cookieOf(await staffToken(portal, role));
  cookies.set(role, known);
  return known;
}

const list = async (role: OperatorRole, query: { kind?: InboxKind } = {}) =>
  (await sendStaff(portal, inbox.list, { query }, await as(role))).body.items;

/** One of everything that may wait; two of some. */
async function pile(): Promise<void> {
  const { accountId } = await addClient(portal.world);
  const put = (text: string, ...values: unknown[]) => portal.pool.query(text, values);
  const lines = [
    `insert into payment_notification (acquirer, external_id, qr_id, status, amount_kopecks, received_at, body, outcome, applied_at)
     values ('sandbox', '1', 'q', 'paid', 10000, '2026-11-18T10:00Z', '', 'surplus', now()),
       ('sandbox', '2', 'q', 'paid', 5000, '2026-11-19T10:00Z', '', 'surplus', now()),
       ('sandbox', '3', 'q', 'paid', 300, '2026-11-01T10:00Z', '', 'mismatch', now())`,
    `insert into bank_transfer (day, amount_kopecks, document_no, payer, purpose, imported_at)
     values ('2026-11-19', 70000, '7', 'ООО', 'За связь', '2026-11-19T12:00Z')`,
    `insert into reconciliation_finding (acquirer, day, kind, subject, amount_kopecks, found_at)
     values ('sandbox', '2026-11-18', 'ours_only', 'a', 100, '2026-11-19T08:00Z'), ('sandbox', '2026-11-18', 'theirs_only', 'b', 200, '2026-11-19T09:00Z')`,
    `insert into outbox_effect (kind, payload, state, created_at) values ('receipt.register', '{}', 'failed', '2026-11-10T08:00Z'), ('unheard', '{}', 'failed', '2026-11-11T08:00Z'), ('unheard', '{}', 'due', '2026-11-09T08:00Z')`,
    `select graphile_worker.add_job('broken', '{}'::json, max_attempts => 1)`,
    `update graphile_worker._private_jobs set attempts = 1 where task_id = (select id from graphile_worker._private_tasks where identifier = 'broken')`,
    `insert into support_goal (name) values ('Не работает')`,
    `insert into support_order (contract_id, goal_id, text, state, created_at, updated_at, answer_by)
     select 200001, goal_id, '', state, '2026-11-19T08:00Z', '2026-11-19T08:00Z', answer_by::timestamptz
     from support_goal, (values ('new', '2026-11-20T10:00Z'), ('new', '2026-11-20T14:00Z'), ('accepted', null), ('done', '2026-11-20T09:00Z')) o (state, answer_by)`,
    `insert into call_leg (uniqueid, sequence, linkedid, payer, src, dst, started_at, billsec, answered, held, received_at)
     values ('1', 1, '1', '', '78480000000', '79000000000', '2026-11-19T08:00Z', 10, true, 'unknown_number', now())`,
  ];
  for (const text of lines) await put(text);
  await put(`insert into charge_failure values ($1, '2026-11-20', 'нет цены', '2026-11-20T00:10Z')`, accountId);
}

test('one cause is one row, the dearest first, of one price the oldest', async () => {
  await pile();
  const rows = await list('accountant');
  expect(rows.map(({ kind, cause, count, sum }) => [kind, cause, count, sum])).toEqual([
    ['mismatch', null, 1, '3.00'],
    ['surplus', null, 2, '150.00'],
    ['finding', 'ours_only', 1, '1.00'],
    ['finding', 'theirs_only', 1, '2.00'],
    ['transfer', null, 1, '700.00'],
    ['order', null, 1, null],
    ['late_order', null, 1, null],
    ['charge', null, 1, null],
  ]);
  expect(rows.find(({ kind }) => kind === 'surplus')).toEqual({
    kind: 'surplus',
    cause: null,
    title: 'Деньги пришли лишний раз и не зачислены',
    cost: 'money',
    count: 2,
    sum: '150.00',
    since: '2026-11-18T10:00:00.000Z',
    list: 'payments surplus',
    solve: ['payments settle'],
    may_defer: true,
  });
  expect((await list('engineer')).map(({ title }) => title)).toEqual([
    'Не доставлено: пробить чек',
    'Не доставлено: unheard',
    'Задание не удалось: broken',
    'Заявки ждут ответа',
    'Заявки, на которые опоздали ответить',
    'Записи АТС: ни один номер не наш',
    'Счета, с которых не удалось списать',
  ]);
  expect((await list('accountant', { kind: 'finding' })).map(({ kind }) => kind)).toEqual(['finding', 'finding']);
});

test('everybody sees what he may list, and as many as the list has; what he may do about it', async () => {
  const demo = await testPortal();
  portal = demo;
  for (const role of ['cashier', 'support', 'engineer', 'accountant', 'owner', 'admin', 'auditor'] as const) {
    const may = (words: string) => operatorCalls.find(({ command }) => command.words === words)!.roles.includes(role);
    for (const row of await list(role)) {
      expect.soft(may(row.list), `${role} ${row.list}`).toBe(true);
      expect.soft(row.solve.every(may), `${role} ${row.kind}`).toBe(true);
      const call = operatorCalls.find(({ command }) => command.words === row.list)!;
      const { body } = await sendStaff(portal, call, { query: {} }, await as(role));
      if (Array.isArray(body) && !['order', 'late_order', 'refund'].includes(row.kind))
        expect.soft(body.length, `${role} ${row.list}`).toBeGreaterThanOrEqual(row.count);
    }
  }
  expect((await list('owner')).every(({ solve }) => solve.length === 0)).toBe(true);
});

test('a technician has no inbox; an empty one is empty', async () => {
  expect((await sendStaff(portal, inbox.list, {}, await as('technician'))).body.code).toBe('role_not_allowed');
  for (const kind of INBOX_KINDS) expect(await list('accountant', { kind })).toEqual([]);
});

test('a request for a second person waits for those who may agree, not for who has asked', async () => {
  const asker = await as('accountant');
  await addClient(portal.world, { balance: 5_000_00 });
  const input = { account_no: '200001i', amount: '2000', text: 'Выезд', document: '7' };
  const body = { call: 'charge once', input, reason: 'Ложный вызов' };
  const asked = await sendStaff(portal, staffContract.approvals.ask, { body }, asker);
  expect(asked.status).toBe(200);
  const waiting = async (who: Record<string, string>) =>
    (await sendStaff(portal, inbox.list, { query: { kind: 'approval' } }, who)).body.items;
  expect(await waiting(asker)).toEqual([]);
  expect(await waiting(await as('support'))).toEqual([]);
  const other = cookieOf(await staffToken(portal, 'accountant'));
  expect(await waiting(other)).toMatchObject([
    {
      title: 'Просят второго человека: charge once',
      count: 1,
      list: 'approvals list',
      solve: ['approvals agree', 'approvals refuse'],
    },
  ]);
  portal.clock.advance(24 * 3_600_000);
  expect(await waiting(cookieOf(await staffToken(portal, 'owner')))).toEqual([]);
});

test('what is put off waits again on its day; what comes of its cause meanwhile waits at once', async () => {
  await pile();
  const ask = async (call: 'defer' | 'resume', role: OperatorRole, body: object) =>
    (await sendStaff(portal, inbox[call], { body: { kind: 'transfer', ...body } } as never, await as(role))).body as {
      code?: string;
    };
  const all = async (role: OperatorRole) =>
    (await sendStaff(portal, inbox.list, { query: { kind: 'transfer' } }, await as(role))).body;
  const wanted = { until: '2026-11-23', note: 'Ждём выписку' };
  expect((await ask('defer', 'cashier', wanted)).code).toBe('role_not_allowed');
  expect((await ask('defer', 'accountant', { ...wanted, until: '2026-11-20' })).code).toBe('bad_input');
  expect((await ask('defer', 'accountant', { ...wanted, until: '2026-12-22' })).code).toBe('bad_input');
  expect((await ask('defer', 'accountant', { ...wanted, cause: 'other' })).code).toBe('nothing_waits');
  expect(await ask('defer', 'accountant', wanted)).toEqual({ kind: 'transfer', cause: null, until: '2026-11-23' });
  expect(await all('cashier')).toMatchObject({
    items: [],
    deferred: [{ count: 1, sum: '700.00', until: '2026-11-23', note: 'Ждём выписку', may_defer: false }],
  });
  portal.clock.advance(60_000);
  await portal.pool.query(
    `insert into bank_transfer (day, amount_kopecks, document_no, payer, purpose, imported_at) values ('2026-11-20', 100, '8', 'ООО', 'За связь', $1)`,
    [portal.clock.now()],
  );
  expect(await all('accountant')).toMatchObject({ items: [{ count: 1, sum: '1.00' }], deferred: [{ sum: '700.00' }] });
  expect(await ask('resume', 'cashier', {})).toEqual({ kind: 'transfer', cause: null });
  expect((await ask('resume', 'cashier', {})).code).toBe('nothing_waits');
  expect(await all('accountant')).toMatchObject({ items: [{ count: 2 }], deferred: [] });
  await ask('defer', 'accountant', wanted);
  portal.clock.advance(3 * 86_400_000);
  cookies.clear();
  expect(await all('accountant')).toMatchObject({ items: [{ count: 2 }], deferred: [] });
  const { rows } = await portal.pool.query(
    `select count(*)::int as count from operator_action where call = 'inbox defer' and outcome = 'done'`,
  );
  expect(rows).toEqual([{ count: 2 }]);
});
