import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Day } from '@kabinet/contract/kernel/day';
import { kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import { post, providerAccount } from '#server/domain/money/ledger/ledger.ts';
import { verifyLedger } from '#server/domain/money/ledger/verify.ts';
import { bySomebodyElse } from '../../../../test/database/unnested.ts';
import { addClient, balanceOf, type ClientShape } from '../../../../test/portal/client.ts';
import { testPortal } from '../../../../test/portal/portal.ts';
import { lockAccounts } from '../debt/debt.queries.ts';
import { correct } from './correct.ts';

/** A client, and what moves 100 ₽ of his money. */
async function books(shape: ClientShape = {}) {
  const portal = await testPortal({ template: 'empty' });
  const { world, pool, clock } = portal;
  const { accountId, userId } = await addClient(world, { balance: 300_00, ...shape });
  const at = () => ({ now: clock.now(), zone: world.provider.time_zone });
  const move = async (tx: Tx, kind: 'charge' | 'payment' | 'correction', amount: number, corrects?: number) => {
    const entry = { accountId, amount: kopecks(amount), text: 'Интернет', userId };
    const own = { accountId: await providerAccount(tx, 'revenue'), amount: kopecks(-amount), text: 'Интернет' };
    const dated = { day: '2026-11-20' as Day, happenedAt: clock.now() };
    const reference = `${kind}:${amount}`;
    return (await post(tx, { kind, reference, ...dated, ...(corrects && { corrects }), entries: [entry, own] }))!;
  };
  return {
    portal,
    accountId,
    userId,
    move,
    moved: (kind: 'charge' | 'payment', amount: number) => world.db.write((tx) => move(tx, kind, amount)),
    correct: (id: number) => world.db.write((tx) => correct(tx, id, 'ошибка', at())),
    balance: () => balanceOf(world, accountId),
    rows: async <Row>(text: string) => (await pool.query(text)).rows as Row[],
  };
}

test('a charge is given back once, with its service, and counts as nothing that days could be given back of', async () => {
  const { portal, userId, moved, correct: giveBack, balance, rows } = await books();
  const [charge, other] = [await moved('charge', -100_00), await moved('charge', -50_00)];
  await portal.pool.query('update fee_charged set transaction_id = $1, amount_kopecks = 10000', [charge]);
  expect(await giveBack(charge)).toBe('corrected');
  expect(await giveBack(charge)).toBe('known');
  expect(await balance()).toBe(250_00);
  expect(await rows('select distinct amount_kopecks::int as left from fee_charged')).toEqual([{ left: 0 }]);
  expect(
    await rows(
      `select user_id::int as service, phone_number from ledger_entry join ledger_transaction using (transaction_id)
       join account using (account_id) where corrects_transaction_id = ${charge} and contract_id is not null`,
    ),
  ).toEqual([{ service: userId, phone_number: null }]);
  await portal.pool.query('update fee_charged set transaction_id = $1, amount_kopecks = 5000', [charge]);
  await giveBack(other);
  expect(await rows('select amount_kopecks::int as left from fee_charged')).toEqual([{ left: 5000 }]);
  expect(await portal.world.db.read(verifyLedger)).toEqual([]);
});

test('what was given back and taken again is given back; a part that was given back stays all there is', async () => {
  const { portal, move, moved, correct: giveBack, balance } = await books();
  const charge = await moved('charge', -100_00);
  const part = await portal.world.db.write((tx) => move(tx, 'correction', 40_00, charge));
  expect(await giveBack(charge)).toBe('known');
  await portal.world.db.write((tx) => move(tx, 'correction', -40_00, part));
  expect(await giveBack(charge)).toBe('corrected');
  expect(await giveBack(charge)).toBe('known');
  expect(await balance()).toBe(300_00);
  expect(await portal.world.db.read(verifyLedger)).toEqual([]);
});

test('of a phone number, the line that gives back names it as well', async () => {
  const { portal, correct: giveBack, rows } = await books({ telephone: true });
  const [account] = await rows<{ id: number }>(`select account_id::int as id from account where kind = 't'`);
  const charge = await portal.world.db.write(async (tx) => {
    const [entry, own] = [{ accountId: account!.id, phoneNumber: '78482551122' }, await providerAccount(tx, 'revenue')];
    await tx.run(sql`update account set credit_limit_kopecks = 10000 where account_id = ${account!.id}`);
    return post(tx, {
      kind: 'charge',
      reference: 'charge:phone',
      day: '2026-11-20' as Day,
      happenedAt: portal.clock.now(),
      entries: [
        { ...entry, amount: kopecks(-100_00), text: 'Телефон' },
        { accountId: own, amount: kopecks(100_00), text: 'Телефон' },
      ],
    });
  });
  expect(await giveBack(charge!)).toBe('corrected');
  const lines = await rows('select amount_kopecks::int as amount, user_id, phone_number from ledger_entry');
  expect(lines).toContainEqual({ amount: 100_00, user_id: null, phone_number: '78482551122' });
});

test('what is no charge is not given back', async () => {
  const { moved, correct: giveBack, balance } = await books();
  const payment = await moved('payment', 100_00);
  expect([await giveBack(payment), await giveBack(payment + 1000)]).toEqual(['unknown', 'unknown']);
  expect(await balance()).toBe(400_00);
});

test('what was given back pays for a service that is off for debt', async () => {
  const { portal, accountId, moved, correct: giveBack, rows } = await books({ balance: 50_00 });
  await portal.pool.query('update account set credit_limit_kopecks = 10000 where account_id = $1', [accountId]);
  const charge = await moved('charge', -100_00);
  await portal.pool.query('update account set credit_limit_kopecks = 0, debt_since = now() where account_id = $1', [
    accountId,
  ]);
  await portal.pool.query(`update service_user set state = 'blocked', reason = 'debt'`);
  expect(await giveBack(charge)).toBe('corrected');
  expect(await rows('select state from service_user')).toEqual([{ state: 'active' }]);
});

test('whoever gives its days back at the same time is waited for, and nothing is given back twice', async () => {
  const { portal, accountId, move, moved, correct: giveBack, balance } = await books();
  const charge = await moved('charge', -100_00);
  const second = await portal.world.db.write(async (tx) => {
    await lockAccounts(tx, [accountId]);
    const waiting = bySomebodyElse(() => giveBack(charge));
    await pause(100);
    await move(tx, 'correction', 40_00, charge);
    return { waiting };
  });
  expect(await second.waiting).toBe('known');
  expect(await balance()).toBe(240_00);
});
