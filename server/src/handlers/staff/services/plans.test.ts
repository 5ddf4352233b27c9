import { beforeEach, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { operatorContract } from '@kabinet/contract/staff';
import { day } from '@kabinet/contract/kernel/day';
import { kopecks } from '@kabinet/contract/kernel/money';
import { post, providerAccount } from '#server/domain/money/ledger/ledger.ts';
import { verifyLedger } from '#server/domain/money/ledger/verify.ts';
import { testPortal, type TestPortal } from '../../../../test/portal/portal.ts';
import { forgetLooks } from '../../../../test/portal/staff.ts';
import { staffDesk } from '../../../../test/portal/staff-desk.ts';

const WHO = 100_001;
const { list, change, cancel } = operatorContract.plans;
const { show } = operatorContract.card;
const { read } = operatorContract.timeline;

let portal: TestPortal;
let ask: ReturnType<typeof staffDesk>['ask'];
let id: number;
let fast: number;

beforeEach(async () => {
  portal = await testPortal();
  ({ ask } = staffDesk(portal));
  const { body } = await portal.send(contract.user.list, { query: { user_type: 'internet' } }, WHO);
  id = body[0]!.user_id;
  const { plans } = await ask(list, { query: { user_id: id } });
  fast = plans.find(({ name }) => name === 'Волга 500')!.plan_id;
});

const own = async () => (await portal.send(contract.plan.options, { params: { id } }, WHO)).body;
const rowsOf = async (table: string) => (await portal.pool.query(`select from ${table}`)).rowCount;
const card = () => ask(show, { query: { contract_id: WHO } });

test('the list is the subscriber’s own, with the version of the card', async () => {
  const { contract_id, version, ...told } = await ask(list, { query: { user_id: id } });
  const { version: _, ...shown } = await own();
  expect(told).toEqual(shown);
  expect([contract_id, version]).toEqual([WHO, (await card()).version]);
});

test('the list of a service whose books are behind is that of today', async () => {
  await portal.pool.query(`update account set charged_through = charged_through - 2`);
  expect((await ask(list, { query: { user_id: id } })).plan?.name).toBe('Волга 300');
});

test('a rehearsal answers what the subscriber’s preview does, and changes nothing: not in the audit, but a look', async () => {
  const preview = await portal.send(contract.plan.preview, { body: { user_id: id, plan_id: fast, when: 'now' } }, WHO);
  const { version } = await card();
  const tables = ['operator_action', 'staff_change', 'plan_change', 'outbox_effect', 'message', 'ledger_entry'];
  const before = await Promise.all(tables.map(rowsOf));
  await forgetLooks(portal);
  const body = { user_id: id, plan_id: fast, when: 'now', version, dry_run: 'yes' };
  const told = await ask(change, { body });
  expect(told).toEqual({ ...preview.body, contract_id: WHO, version, rehearsed: true });
  expect(await Promise.all(tables.map(rowsOf))).toEqual(before);
  const { rows } = await portal.pool.query('select call from staff_read');
  expect(rows).toEqual([{ call: 'plan change --dry_run' }]);
  const [look] = (await portal.send(contract.security.staffReads, {}, WHO)).body;
  expect(look?.what).toBe(
    'сменить тариф по просьбе абонента: сразу или со следующего расчётного дня (проверка, ничего не меняли)',
  );
});

test('the change is the rehearsed one; the timeline names who, the subscriber is told and may take it back', async () => {
  const body = { user_id: id, plan_id: fast, when: 'now' };
  const { rehearsed: _, ...will } = await ask(change, { body: { ...body, dry_run: 'yes' } });
  const { rehearsed, version, ...done } = await ask(change, { body: { ...body, version: will.version } });
  expect([rehearsed, version]).toEqual([false, (await card()).version]);
  expect(version).toBeGreaterThan(will.version);
  expect({ ...done, version: will.version }).toEqual(will);
  const shown = await own();
  expect([shown.plan?.name, shown.undo?.plan.name]).toEqual(['Волга 500', 'Волга 300']);
  const { items } = await ask(read, { query: { contract_id: WHO, kind: 'change', limit: 1 } });
  expect(items[0]).toMatchObject({ text: 'Интернет: с «Волга 300» на «Волга 500»', who: 'Анна' });
  const messages = (await portal.send(contract.notice.getMessages, {}, WHO)).body;
  expect(messages[0]).toMatchObject({ title: 'Тариф сменили' });
  expect(messages[0]!.body.replaceAll('\u00a0', ' ')).toContain(
    'Интернет: с сегодняшнего дня «Волга 500» вместо «Волга 300», 690 ₽ в месяц.',
  );
  expect(await portal.world.db.read(verifyLedger)).toEqual([]);
});

test('a planned change is cancelled by the staff, whoever has planned it', async () => {
  const planned = await ask(change, { body: { user_id: id, plan_id: fast, when: 'next_period' } });
  expect(planned).toMatchObject({ from: '2026-12-01', charge_now: '0.00', rehearsed: false });
  await portal.pool.query(`update plan_change set made_by = 'operator' where state = 'planned'`);
  expect(await ask(cancel, { body: { user_id: id, version: planned.version } })).toMatchObject({
    plan: 'Волга 500',
    from: '2026-12-01',
  });
  expect((await own()).planned).toBeNull();
  await expect(ask(cancel, { body: { user_id: id } })).rejects.toMatchObject({ code: 'change_not_allowed' });
});

test('the rules are the subscriber’s: the second change within a week, and a plan that is not offered', async () => {
  await ask(change, { body: { user_id: id, plan_id: fast, when: 'now' } });
  portal.clock.advance(3_600_000);
  const { plans } = await own();
  const other = plans.find(({ name }) => name === 'Волга 100')!.plan_id;
  await expect(ask(change, { body: { user_id: id, plan_id: other, when: 'now' } })).rejects.toThrow(/27\u00a0ноября/);
  await expect(ask(change, { body: { user_id: id, plan_id: 999, when: 'now' } })).rejects.toMatchObject({
    code: 'change_not_allowed',
  });
});

test('missing money is told by the rehearsal and refused by the change', async () => {
  await spendAll();
  const dear = (await own()).plans.find(({ name }) => name === 'Волга 1000')!.plan_id;
  const body = { user_id: id, plan_id: dear, when: 'now' };
  const { missing } = await ask(change, { body: { ...body, dry_run: 'yes' } });
  expect(Number(missing)).toBeGreaterThan(0);
  await expect(ask(change, { body })).rejects.toMatchObject({ code: 'not_enough_money' });
});

async function spendAll(): Promise<void> {
  const { rows } = await portal.pool.query<{ id: string; balance: string }>(
    `select account_id as id, balance_kopecks as balance from account where contract_id = ${WHO} and kind = 'i'`,
  );
  const { id: accountId, balance } = rows[0]!;
  const all = kopecks(Number(balance));
  await portal.world.db.write(async (tx) =>
    post(tx, {
      kind: 'charge',
      reference: 'charge:all',
      day: day('2026-11-20'),
      happenedAt: portal.clock.now(),
      entries: [
        { accountId: Number(accountId), amount: kopecks(0 - all), text: 'Всё' },
        { accountId: await providerAccount(tx, 'revenue'), amount: all, text: 'Всё' },
      ],
    }),
  );
}

test('of two clerks on one card the second learns who was first, even at the same moment', async () => {
  const { version } = await card();
  const decide = (when: string) => ask(change, { body: { user_id: id, plan_id: fast, when, version } });
  const results = await Promise.allSettled([decide('now'), decide('next_period')]);
  const refused = results.find(({ status }) => status === 'rejected') as PromiseRejectedResult;
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(refused.reason).toMatchObject({ code: 'changed_meanwhile' });
  expect(String(refused.reason)).toMatch(/Договор уже изменили: Анна, 20\u00a0ноября, 14:05\. Интернет/);
});

test('a change that the subscriber has made himself is named as his, whatever the staff have made before', async () => {
  const { version } = await ask(change, { body: { user_id: id, plan_id: fast, when: 'next_period' } });
  await portal.send(contract.plan.delayCancel, { body: { user_id: id } }, WHO);
  const late = ask(cancel, { body: { user_id: id, version } });
  await expect(late).rejects.toThrow('Договор уже изменил сам абонент в кабинете');
});

test('the network is told once', async () => {
  await portal.work();
  const told = () => portal.pool.query(`select from outbox_effect where kind = 'service.provision' and state = 'due'`);
  await ask(change, { body: { user_id: id, plan_id: fast, when: 'now' } });
  expect((await told()).rowCount).toBe(1);
});
