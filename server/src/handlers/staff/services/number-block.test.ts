import { beforeEach, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { operatorContract } from '@kabinet/contract/staff';
import { verifyLedger } from '#server/domain/money/ledger/verify.ts';
import { addClient } from '../../../../test/portal/client.ts';
import { testPortal, type TestPortal } from '../../../../test/portal/portal.ts';
import { staffDesk } from '../../../../test/portal/staff-desk.ts';

// A phone number that the provider closes, by the rules of other services.

const WHO = 200_001;
const phone_number = '78482551122';
const REASON = 'Нужны новые документы';
const { blockNumber, unblockNumber } = operatorContract.services;

let portal: TestPortal;
let ask: ReturnType<typeof staffDesk>['ask'];

beforeEach(async () => {
  portal = await testPortal({ template: 'empty' });
  await addClient(portal.world, { telephone: true });
  ({ ask } = staffDesk(portal));
});

const block = (more: object = {}) => ask(blockNumber, { body: { phone_number, reason: REASON, ...more } }, 'engineer');
const unblock = (more: object = {}) => ask(unblockNumber, { body: { phone_number, ...more } }, 'accountant');
const plain = (text: string | undefined) => text?.replaceAll('\u00a0', ' ');
const number = async () => (await portal.send(contract.telephoneNumber.list, {}, WHO)).body[0]!;
const messages = async () =>
  (await portal.send(contract.notice.getMessages, {}, WHO)).body.map(({ title }) => plain(title));
const balance = async () =>
  Number(
    (
      await portal.pool.query<{ sum: string }>(
        `select balance_kopecks as sum from account where kind = 't' and contract_id = ${WHO}`,
      )
    ).rows[0]!.sum,
  );

test('is told with its reason, costs nothing, and the exchange hears of it', async () => {
  const rehearsed = await block({ dry_run: 'yes' });
  expect([rehearsed.rehearsed, (await number()).state]).toEqual([true, 'active']);
  const done = await block({ version: rehearsed.version });
  expect({ ...done, rehearsed: true, version: rehearsed.version }).toEqual(rehearsed);
  expect([done.switches_off.map(plain), done.price.was?.amount, done.monthly.will]).toEqual([
    ['+7 8482 55-11-22'],
    '250.00',
    '0.00',
  ]);
  expect(await number()).toMatchObject({ state: 'blocked', reason: 'operator', blocked_because: REASON });
  expect(await messages()).toContain('Номер +7 8482 55-11-22 отключили');
  const { numbers, chain } = await ask(operatorContract.card.show, { query: { contract_id: WHO, phone_number } });
  // Whoever asks why it does not work reads the reason, too.
  expect([chain.finding.cause, chain.finding.lead]).toEqual([
    'operator',
    `Отключено провайдером: ${REASON}. Пока не списываем. Вопросы — в поддержку`,
  ]);
  expect(numbers).toMatchObject([{ reason: 'operator', blocked_because: REASON }]);
  const { items } = await ask(operatorContract.timeline.read, { query: { contract_id: WHO, kind: 'change' } });
  expect(plain(items[0]?.text)).toBe(`+7 8482 55-11-22: закрыли. ${REASON}`);
  await portal.work();
  const { rows } = await portal.pool.query(
    `select state -> 'access' as access, state -> 'restriction' as restriction from recorded_network.service where service = $1`,
    [`number:${phone_number}`],
  );
  expect(rows).toEqual([{ access: 'closed', restriction: 'operator' }]);
  await expect(block()).rejects.toMatchObject({ code: 'change_not_allowed' });
  await expect(block({ phone_number: '78480000000' })).rejects.toMatchObject({ code: 'service_unknown' });
  await expect(ask(blockNumber, { body: { phone_number, reason: REASON } }, 'support')).rejects.toThrow(
    'Ваша роль этого не позволяет',
  );
});

test('opens with the charge of what is left of the month, or stays closed for a debt', async () => {
  await expect(unblock()).rejects.toThrow('Провайдер этот номер не закрывал');
  await block();
  const before = await balance();
  await expect(unblock()).rejects.toMatchObject({ code: 'not_enough_money' });
  expect((await number()).reason).toBe('operator');
  await portal.pool.query(`update account set credit_limit_kopecks = 100000 where kind = 't'`);
  const will = await unblock({ dry_run: 'yes' });
  const done = await unblock({ version: will.version });
  expect({ ...done, rehearsed: true, version: will.version }).toEqual(will);
  expect(done.price.will?.amount).toBe('250.00');
  expect(before - (await balance())).toBe(Math.round(Number(done.charge_now) * 100));
  expect(await number()).toMatchObject({ state: 'active', reason: null, blocked_because: null });
  expect(await messages()).toContain('Номер +7 8482 55-11-22 снова работает');
  portal.clock.advance(60_000);
  await block();
  await portal.pool.query(`update account set debt_since = now(), credit_limit_kopecks = 0 where kind = 't'`);
  await unblock();
  expect(await number()).toMatchObject({ state: 'blocked', reason: 'debt', blocked_because: null });
  expect(await portal.world.db.read(verifyLedger)).toEqual([]);
});
