import { beforeEach, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import type { OperatorCall } from '@kabinet/contract/kernel/call/staff-call';
import { operatorContract } from '@kabinet/contract/staff';
import { identify, isConfirmed } from '#server/domain/identity/session/session.queries.ts';
import { NO_NOTES, NO_BROWSER } from '#server/kernel/nobody.ts';
import { runCall } from '#server/kernel/call/run-call.ts';
import type { Operator, RawInput } from '#server/kernel/world.ts';
import { testPortal, type TestPortal } from '../portal/portal.ts';
import { forgetLooks } from '../portal/staff.ts';
import { operatorHandlerOf } from '../../src/handlers/staff/handler-of.ts';

const WHO = 100001;
const OLGA: Operator = { kind: 'operator', name: 'Ольга В.', role: 'cashier' };

let portal: TestPortal;
beforeEach(async () => {
  portal = await testPortal();
  await forgetLooks(portal);
});

const run = (call: OperatorCall, raw: RawInput, operator = OLGA) =>
  runCall(
    { world: portal.world, handlerOf: operatorHandlerOf([]), identify, isConfirmed },
    call,
    raw,
    { ...NO_BROWSER, operator },
    NO_NOTES,
  );
const seen = async (who = WHO) => (await portal.send(contract.security.staffReads, {}, who)).body;

test('the subscriber sees who of the staff has looked at him, when, and at what', async () => {
  expect(await seen()).toEqual([]);
  await run(operatorContract.contracts.balance, { query: { contract_id: String(WHO) } });
  portal.clock.advance(60_000);
  await run(operatorContract.payments.list, { query: { contract_id: String(WHO) } });
  const earlier = new Date(portal.clock.now().getTime() - 60_000);
  expect(await seen()).toEqual([
    {
      read_at: portal.clock.now().toISOString(),
      operator: 'Ольга В.',
      role: 'кассир',
      what: 'платежи договора по QR-коду',
    },
    { read_at: earlier.toISOString(), operator: 'Ольга В.', role: 'кассир', what: 'остатки на счетах договора' },
  ]);
  expect(await seen(100002)).toEqual([]);
});

test('also when the staff name his order, and when they change something', async () => {
  const { rows } = await portal.pool.query<{ order_id: string }>(
    'select order_id from support_order where contract_id = $1 limit 1',
    [WHO],
  );
  await run(operatorContract.orders.show, { query: { order_id: rows[0]!.order_id } }, { ...OLGA, role: 'engineer' });
  await run(operatorContract.contracts.notify, {
    body: { contract_id: WHO, title: 'Внимание', text: 'Завтра работы' },
  });
  expect((await seen()).map(({ what }) => what)).toHaveLength(2);
});

test('a look that is refused, at nobody, or at a contract that is not there, is not his', async () => {
  await expect(
    run(
      operatorContract.contracts.notify,
      { body: { contract_id: WHO, title: 'А', text: 'Б' } },
      { ...OLGA, role: 'accountant' },
    ),
  ).rejects.toThrow();
  await expect(run(operatorContract.contracts.balance, { query: { contract_id: '999999' } })).rejects.toThrow();
  await run(operatorContract.outbox.list, { query: {} }).catch(() => undefined);
  expect(await seen()).toEqual([]);
});

test('what is only rehearsed changes nothing and is a look that says so; nobody looks without a name', async () => {
  const [account] = (
    await portal.pool.query<{ account_no: string }>('select account_no from account where contract_id = 100002')
  ).rows;
  const body = { account_no: account!.account_no };
  const give = operatorContract.promises.give;
  expect(await run(give, { body: { ...body, dry_run: 'yes' } }, { ...OLGA, role: 'support' })).toMatchObject({
    rehearsed: true,
  });
  const looks = () => portal.pool.query<{ call: string }>('select call from staff_read order by staff_read_id');
  expect((await looks()).rows).toEqual([{ call: `${give.command.words} --dry_run` }]);
  const actions = () => portal.pool.query<{ call: string }>('select call from operator_action order by action_id');
  expect((await actions()).rows).toEqual([]);
  expect(await run(give, { body: { ...body, dry_run: 'no' } }, { ...OLGA, role: 'support' })).toMatchObject({
    rehearsed: false,
  });
  expect((await actions()).rows).toEqual([{ call: give.command.words }]);
  const nobody = runCall(
    { world: portal.world, handlerOf: operatorHandlerOf([]), identify, isConfirmed },
    operatorContract.contracts.balance,
    { query: { contract_id: String(WHO) } },
    NO_BROWSER,
    NO_NOTES,
  );
  await expect(nobody).rejects.toMatchObject({ code: 'unauthorized' });
});

test('what is noted cannot be changed', async () => {
  await run(operatorContract.contracts.balance, { query: { contract_id: String(WHO) } });
  await expect(portal.pool.query(`update staff_read set operator = 'Никто'`)).rejects.toThrow();
});
