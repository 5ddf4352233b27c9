import { describe, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import type { Day } from '@kabinet/contract/kernel/day';
import { kopecks } from '@kabinet/contract/kernel/money';
import type { Request } from '@kabinet/contract/kernel/call/call';
import { atolRegister } from '#server/integrations/fiscal/atol.ts';
import { verifyLedger } from '#server/domain/money/ledger/verify.ts';
import { chargeDue } from '#server/domain/billing/charging/charging.queries.ts';
import { blockForDebt } from '#server/domain/billing/debt/debt.ts';
import { lockAccounts } from '#server/domain/billing/debt/debt.queries.ts';
import { post as enter, providerAccount } from '#server/domain/money/ledger/ledger.ts';
import { credit } from '#server/domain/payments/payment/credit.ts';
import { breakRows } from '../../test/database/broken.ts';
import { addClient, balanceOf, type ClientShape } from '../../test/portal/client.ts';
import { atolEmulator } from '../../test/emulators/atol.ts';
import { holdAccounts, lockWaits } from '../../test/database/locks.ts';
import { readPdf } from '../../test/portal/pdf-text.ts';
import { PUBLIC_URL, testPortal } from '../../test/portal/portal.ts';
import { runCommand } from './operator.ts';

const { internetAccount, notice, document } = contract;

async function office(shape: ClientShape = {}) {
  const portal = await testPortal({ template: 'empty' });
  const client = await addClient(portal.world, shape);
  const { pool } = portal;
  const run = async (...line: string[]) => {
    const said: string[] = [];
    const say = (text: string) => void said.push(text.replaceAll('\u00a0', ' '));
    const code = await runCommand(() => Promise.resolve({ ...portal.world, agents: [] }), line, say);
    return { code, said: said.join('\n') };
  };
  const data = async <T>(...line: string[]) => JSON.parse((await run(...line, '--json')).said) as T;
  const post = async (amount = '500', document = 'ПКО-1', ...more: string[]) => {
    const line = ['payment', 'post', '200001i', amount, document, 'Оплата в офисе', ...more];
    return String((await data<{ transaction_id: number }>(...line)).transaction_id);
  };
  const undo = (id: string, ...more: string[]) => run('payment', 'undo', id, 'Не тот договор', ...more);
  const lines = async () =>
    (await portal.send(internetAccount.statPayments, { query: {} }, client.contractId)).body.items;
  const months = async () =>
    (await portal.send(internetAccount.statTotal, { query: {} }, client.contractId)).body.items;
  const receipts = async () =>
    (await pool.query<object>('select kind, state, given_number from fiscal_receipt order by transaction_id')).rows;
  /** The document that a link opens. */
  const opened = async (body: Request<typeof document.link>['body']) => {
    const { body: link } = await portal.send(document.link, { body }, client.contractId);
    const { rawPayload } = await portal.inject({
      method: 'POST',
      url: '/lk/document',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: `access-token=${new URL(link.url).searchParams.get('access-token')}`,
    });
    return rawPayload;
  };
  const service = async () =>
    (await pool.query<{ state: string; reason: string | null }>('select state, reason from service_user')).rows[0];
  const messages = async () => {
    const { body } = await portal.send(notice.getMessages, {}, client.contractId);
    return body.map(({ title, body }) => `${title} | ${body}`.replaceAll('\u00a0', ' '));
  };
  return {
    portal,
    pool,
    ...client,
    run,
    data,
    post,
    undo,
    opened,
    lines,
    months,
    receipts,
    service,
    messages,
    balance: () => balanceOf(portal.world, client.accountId),
    isBalanced: async () => expect(await portal.world.db.read(verifyLedger)).toEqual([]),
    waited: async (minutes: number) => {
      for (let minute = 0; minute < minutes; minute += 1) {
        portal.clock.advance(60_000);
        await portal.work();
      }
    },
    disconnect: () => delete (portal.world.outside as { cashRegister?: unknown }).cashRegister,
  };
}

/** The registers that a provider may have, and what each was asked for: kind, sum in roubles, whether in cash. */
const REGISTERS = {
  'built-in': ({ pool }: Awaited<ReturnType<typeof office>>) => ({
    orders: async () => {
      const { rows } = await pool.query<{ document: { kind: string; amount: number; inCash: boolean } }>(
        'select document from recorded_fiscal.receipt order by fd_number',
      );
      return rows.map(({ document: { kind, amount, inCash } }) => [kind, amount / 100, inCash]);
    },
  }),
  atol: async ({ portal }: Awaited<ReturnType<typeof office>>) => {
    const atol = await atolEmulator();
    Object.assign(portal.world.outside, {
      cashRegister: atolRegister(atol.settings, `${PUBLIC_URL}/gateway/receipt`),
    });
    return {
      orders: () =>
        Promise.resolve(
          atol.documents().map(({ kind, body: { receipt } }) => [kind, receipt.total, receipt.payments[0]?.type === 0]),
        ),
    };
  },
} as const;

describe.each(['built-in', 'atol'] as const)('with the register «%s»', (name) => {
  test('cash gets a receipt of cash, and its undoing one of a return', async () => {
    const all = await office();
    const { orders } = await REGISTERS[name](all);
    const { post, undo, waited, receipts, run } = all;
    const id = await post('629,10');
    await waited(2);
    expect(await orders()).toEqual([['sell', 629.1, true]]);
    expect((await undo(id)).code).toBe(0);
    await waited(2);
    expect(await orders()).toEqual([
      ['sell', 629.1, true],
      ['sell_refund', 629.1, true],
    ]);
    expect(await receipts()).toEqual([
      { kind: 'sell', state: 'done', given_number: null },
      { kind: 'sell_refund', state: 'done', given_number: null },
    ]);
    expect((await run('receipts', 'failed')).said).toBe('Все чеки пробиты');
  });
});

test('a return is never issued before the receipt of its payment, and neither is lost while the register is down', async () => {
  const { portal, post, undo, waited, receipts, balance, run } = await office();
  const atol = await atolEmulator();
  Object.assign(portal.world.outside, { cashRegister: atolRegister(atol.settings, `${PUBLIC_URL}/gateway/receipt`) });
  atol.faults.isDown = true;
  const id = await post();
  expect((await undo(id)).code).toBe(0);
  expect(await balance()).toBe(0);
  await waited(1);
  expect((await run('receipts', 'failed')).said).toBe('Все чеки пробиты');
  expect(await receipts()).toMatchObject([{ state: 'due' }, { state: 'due' }]);
  atol.faults.waits = 3;
  atol.faults.isDown = false;
  const kinds = () => atol.documents().map(({ kind }) => kind);
  for (let minute = 0; minute < 30; minute += 1) {
    await waited(1);
    const [sold] = (await receipts()) as { state: string }[];
    if (sold?.state !== 'done') expect(kinds()).not.toContain('sell_refund');
  }
  expect(await receipts()).toMatchObject([{ state: 'done' }, { state: 'done' }]);
  expect(kinds()).toEqual(['sell', 'sell_refund']);
});

test('an undone payment stands in the history as what it is, and in no sum', async () => {
  const { portal, contractId, post, undo, lines, months, messages, balance, isBalanced, run, opened } = await office({
    balance: 100_00,
  });
  const id = await post();
  const undone = await undo(id);
  expect(undone).toEqual({
    code: 0,
    said: expect.stringMatching(/^Отменено 500 ₽, проводка \d+\. На счёте 100 ₽$/) as string,
  });
  expect(await balance()).toBe(100_00);
  const [reversal, payment] = await lines();
  expect(reversal).toMatchObject({
    kind: 'reversal',
    side: 'paid',
    amount: '-500.00',
    method: 'cash',
    text: 'Отмена: Оплата в офисе. Не тот договор',
    corrects: { text: 'Оплата в офисе' },
    fiscal_receipt: { state: 'due' },
    has_receipt: false,
  });
  expect(payment).toMatchObject({ kind: 'payment', corrected_by: [{ amount: '-500.00' }] });
  const [month] = await months();
  expect(month).toMatchObject({ paid: '100.00', charged: '0.00', closing: '100.00' });
  const { body: byService } = await portal.send(
    internetAccount.statServices,
    { query: { period: '2026-11' } },
    contractId,
  );
  expect(byService.incoming).toContainEqual({ kind: 'reversal', amount: '-500.00', lines: 1 });
  expect(await messages()).toContain(
    'Платёж на 500 ₽ отменён | <p>Его зачислили в офисе по ошибке. Причина: Не тот договор. Теперь на счёте 100 ₽.</p>',
  );
  await isBalanced();
  const statement = { kind: 'statement', p: 'i', from: '2026-11-01', until: '2026-11-20', format: 'csv' } as const;
  expect((await opened(statement)).toString()).toContain('Отмена платежа');
  expect((await run('audit')).said).toContain(`payment undo ${id} «Не тот договор»: сделано`);
});

test('without a register the number of the receipt is demanded, stored and shown', async () => {
  const { disconnect, run, post, undo, lines, receipts, isBalanced, balance, opened } = await office();
  disconnect();
  const refused = await run('payment', 'post', '200001i', '500', 'ПКО-1', 'Оплата в офисе');
  expect(refused).toEqual({
    code: 1,
    said: 'Кассы у кабинета нет. Пробейте чек и назовите его номер: --receipt',
  });
  expect(await balance()).toBe(0);
  const id = await post('500', 'ПКО-1', '--receipt=0042');
  expect((await lines())[0]?.fiscal_receipt).toEqual({
    state: 'done',
    number: '0042',
    url: null,
    fn_number: null,
    fd_number: null,
    fpd: null,
  });
  expect((await undo(id)).said).toBe(
    'Чек этого платежа пробит не кассой кабинета. Пробейте там же чек возврата и назовите его номер: --receipt',
  );
  expect((await undo(id, '--receipt', '0043')).code).toBe(0);
  expect((await lines())[0]).toMatchObject({ kind: 'reversal', fiscal_receipt: { number: '0043' } });
  const sheet = readPdf(await opened({ kind: 'receipt', entry_id: (await lines())[1]!.entry_id }));
  const words = sheet.pages.join('').replaceAll('\u00a0', ' ');
  for (const fact of ['№ 0042', 'Отменён', '500,00 ₽, 20 ноября', 'чек выдан в офисе']) expect(words).toContain(fact);
  expect(await receipts()).toEqual([
    { kind: 'sell', state: 'done', given_number: '0042' },
    { kind: 'sell_refund', state: 'done', given_number: '0043' },
  ]);
  expect((await run('receipts', 'failed')).said).toBe('Все чеки пробиты');
  expect((await run('ledger', 'lines', '200001i')).said).toContain('чек № 0043');
  await isBalanced();
});

test('a number of a separate register goes before our own, which then issues nothing', async () => {
  const { portal, pool, post, waited, receipts } = await office();
  await post('500', 'ПКО-1', '--receipt=0042');
  await waited(2);
  expect(await receipts()).toEqual([{ kind: 'sell', state: 'done', given_number: '0042' }]);
  expect((await pool.query('select from recorded_fiscal.receipt')).rowCount).toBe(0);
  expect((await pool.query(`select from outbox_effect where kind = 'receipt.register'`)).rowCount).toBe(0);
  expect(portal.world.outside.cashRegister).toBeDefined();
});

test('what cannot be undone is refused with its reason', async () => {
  const { portal, pool, post, undo, run, balance, isBalanced } = await office();
  const id = await post();
  expect((await undo('999999')).said).toBe('Такого платежа наличными в офисе нет. Номера — в ledger lines');
  const { rows } = await pool.query<{ id: string }>(
    `select transaction_id as id from ledger_transaction where kind <> 'payment'`,
  );
  for (const other of rows) expect((await undo(other.id)).code).toBe(1);
  expect((await undo(id)).code).toBe(0);
  expect(await undo(id)).toEqual({ code: 1, said: 'Этот платёж уже отменён: 20 ноября, 14:05' });
  expect((await run('payment', 'post', '200001i', '500', 'ПКО-1', 'Оплата в офисе')).said).toBe(
    'Платёж по этому документу отменён. Для нового платежа нужен новый документ',
  );
  expect((await run('payment', 'post', '200009i', '500', 'ПКО-2', 'Оплата в офисе')).said).toBe('Такого счёта нет');
  const other = await post('300', 'ПКО-2');
  expect(await post('300', 'ПКО-2')).toBe(other);
  // 23:59 is still the day of the payment, 00:00 is not.
  portal.clock.set(new Date('2026-11-20T20:00:00Z'));
  expect((await undo(other)).said).toBe(
    'Отменить можно только в день платежа, это был день 20 ноября. Теперь деньги возвращают абоненту через бухгалтерию',
  );
  portal.clock.set(new Date('2026-11-20T19:59:59Z'));
  expect((await undo(other)).code).toBe(0);
  expect(await balance()).toBe(0);
  await isBalanced();
});

test('a payment that came in another way is not taken back as cash', async () => {
  const { portal, accountId, undo, balance, data } = await office();
  const at = { now: portal.clock.now(), zone: 'Europe/Samara' };
  const paid = { accountId, amount: kopecks(300_00), method: 'sbp', reference: 'bank:1', text: 'СБП' } as const;
  const id = await portal.world.db.write((tx) => credit(tx, paid, at));
  expect(await undo(String(id))).toEqual({
    code: 1,
    said: 'Такого платежа наличными в офисе нет. Номера — в ledger lines',
  });
  expect(await balance()).toBe(300_00);
  const { items }: Page = await data('ledger', 'lines', '200001i');
  expect(items).toMatchObject([{ kind: 'payment', remedy: null }]);
});

test('a reversal of another sum is found in the books', async () => {
  const { portal, accountId, post } = await office();
  const id = Number(await post());
  const text = 'Отмена';
  const wrong = await portal.world.db.write(async (tx) =>
    enter(tx, {
      kind: 'correction',
      isReversal: true,
      reference: 'undo:part',
      day: '2026-11-20' as Day,
      happenedAt: portal.clock.now(),
      corrects: id,
      entries: [
        { accountId, amount: kopecks(-300_00), text, method: 'cash' },
        { accountId: await providerAccount(tx, 'cash'), amount: kopecks(300_00), text },
      ],
    }),
  );
  expect(await portal.world.db.read(verifyLedger)).toEqual([
    expect.objectContaining({ fault: 'reversal_differs', subject: String(wrong), expected: -500_00, found: -300_00 }),
  ]);
});

test('the database refuses a second reversal, one of another day, and one of what is no payment', async () => {
  const { pool, post, undo } = await office({ balance: 100_00 });
  const id = await post();
  await undo(id);
  const reversal = (day: string, ofWhich: string) =>
    pool.query(`insert into ledger_transaction (kind, reference, day, happened_at, corrects_transaction_id, is_reversal)
      select 'correction', 'again', '${day}', now(), transaction_id, true from ledger_transaction where ${ofWhich}`);
  await expect(reversal('2026-11-20', `transaction_id = ${id}`)).rejects.toMatchObject({
    constraint: 'ledger_transaction_one_reversal',
  });
  const other = await post('300', 'ПКО-2');
  await expect(reversal('2026-11-21', `transaction_id = ${other}`)).rejects.toMatchObject({
    constraint: 'reversal_is_of_a_payment',
  });
  await expect(reversal('2026-11-01', `kind = 'opening'`)).rejects.toMatchObject({
    constraint: 'reversal_is_of_a_payment',
  });
});

test('spent money is taken back only when the debt is agreed to; then services are off until it is paid', async () => {
  const { post, undo, balance, service, messages, run, isBalanced, accountId, portal } = await office({
    blocked: true,
    fee: 450_00,
  });
  await portal.pool.query('update account set debt_since = now() where account_id = $1', [accountId]);
  await portal.pool.query('delete from fee_charged');
  await portal.world.db.write((tx) => providerAccount(tx, 'revenue'));
  const id = await post('500');
  expect(await service()).toEqual({ state: 'active', reason: null });
  const left = await balance();
  expect(left).toBeLessThan(500_00);
  const refused = await undo(id);
  expect(refused.code).toBe(1);
  expect(refused.said).toMatch(
    /^Деньги уже потрачены: после отмены на счёте «Интернет» будет −[\d,]+ ₽, и услуги отключатся\. .*--debt=yes$/,
  );
  expect([await balance(), await service()]).toEqual([left, { state: 'active', reason: null }]);
  const done = await undo(id, '--debt=yes');
  expect(done.said).toContain('Услуги этого счёта отключены за долг');
  expect(await balance()).toBe(left - 500_00);
  expect(await service()).toEqual({ state: 'blocked', reason: 'debt' });
  expect((await messages()).join('\n')).toMatch(/Услуги отключены за долг.*Не хватает/);
  await isBalanced();
  // The debt is what the service has cost: paying it brings everything back, and nothing is charged twice.
  await run('payment', 'post', '200001i', String((500_00 - left) / 100), 'ПКО-2', 'Оплата в офисе');
  expect([await balance(), await service()]).toEqual([0, { state: 'active', reason: null }]);
  await isBalanced();
});

test('what is off for debt already stays so, and nobody is told that it will be switched off', async () => {
  const [owing, empty] = [
    await office({ blocked: true, fee: 450_00, balance: -50_00, creditLimit: 50_00 }),
    await office({ blocked: true, fee: 450_00 }),
  ];
  for (const { pool, portal } of [owing, empty]) {
    await pool.query('update account set debt_since = now() where contract_id > 0');
    await pool.query('delete from fee_charged');
    await portal.world.db.write((tx) => providerAccount(tx, 'revenue'));
  }
  const refused = await owing.undo(await owing.post('100'));
  expect(refused.said).toMatch(/^Деньги уже потрачены: после отмены на счёте «Интернет» будет −50 ₽\. Если /);
  // No debt is left by the undo, but one from before.
  const undone = await empty.undo(await empty.post('100'));
  expect([undone.code, await empty.balance()]).toEqual([0, 0]);
  expect(undone.said).toContain('Услуги этого счёта отключены за долг');
  expect(await empty.service()).toEqual({ state: 'blocked', reason: 'debt' });
});

test('money that is within the credit limit, to its last kopeck, is not spent', async () => {
  const { pool, post, undo, balance, service } = await office({ balance: -200_00, creditLimit: 200_00 });
  const undone = await undo(await post());
  expect(undone).toMatchObject({ code: 0, said: expect.stringMatching(/На счёте −200 ₽$/) as string });
  expect([await balance(), await service()]).toEqual([-200_00, { state: 'active', reason: null }]);
  await pool.query('update account set credit_limit_kopecks = 19999 where contract_id is not null');
  const id = await post('500', 'ПКО-2');
  expect((await undo(id)).said).toMatch(/^Деньги уже потрачены/);
  expect((await undo(id, '--debt=yes')).said).toContain('Услуги этого счёта отключены за долг');
  expect([await balance(), await service()]).toEqual([-200_00, { state: 'blocked', reason: 'debt' }]);
});

describe('a promised payment', () => {
  /** An account at the end of its credit limit that has promised 300 ₽. */
  async function promised(endsOn: string) {
    const all = await office({ balance: -50_00, creditLimit: 50_00 });
    const { pool, accountId } = all;
    await pool.query(
      `insert into promised_payment (account_id, amount_kopecks, limit_before_kopecks, taken_at, ends_on)
       values ($1, 30000, 5000, '2026-11-19T10:00:00Z', $2)`,
      [accountId, endsOn],
    );
    return {
      ...all,
      promises: async () =>
        (await pool.query<object>('select state, ends_on from promised_payment order by 1, 2')).rows,
      limits: async () => {
        const { rows } = await pool.query<object>(
          'select credit_limit_kopecks as whole, promised_kopecks as promised from account where account_id = $1',
          [accountId],
        );
        return rows[0];
      },
    };
  }

  test('that the mistake has closed is in force again, until its own day', async () => {
    const { portal, post, undo, balance, service, isBalanced, promises, limits } = await promised('2026-11-24');
    const id = await post('5000');
    expect(await promises()).toEqual([{ state: 'repaid', ends_on: '2026-11-24' }]);
    expect((await undo(id)).code).toBe(0);
    expect(await promises()).toEqual([
      { state: 'active', ends_on: '2026-11-24' },
      { state: 'repaid', ends_on: '2026-11-24' },
    ]);
    expect(await limits()).toEqual({ whole: 350_00, promised: 300_00 });
    expect([await balance(), await service()]).toEqual([-50_00, { state: 'active', reason: null }]);
    await isBalanced();
    portal.clock.set(new Date('2026-11-23T20:00:01Z'));
    await portal.work();
    expect((await promises())[0]).toEqual({ state: 'repaid', ends_on: '2026-11-24' });
  });

  test('that another payment has closed stays closed', async () => {
    const { portal, post, undo, promises, limits } = await promised('2026-11-24');
    await post('5000');
    portal.clock.advance(60_000);
    expect((await undo(await post('100', 'ПКО-2'))).code).toBe(0);
    expect(await promises()).toEqual([{ state: 'repaid', ends_on: '2026-11-24' }]);
    expect(await limits()).toEqual({ whole: 50_00, promised: 0 });
  });

  test('whose day has come is not in force again', async () => {
    const { post, undo, promises, limits } = await promised('2026-11-20');
    expect((await undo(await post('5000'))).code).toBe(0);
    expect(await promises()).toEqual([
      { state: 'ended', ends_on: '2026-11-20' },
      { state: 'repaid', ends_on: '2026-11-20' },
    ]);
    expect(await limits()).toEqual({ whole: 50_00, promised: 0 });
  });

  test('comes on top of the credit limit of now', async () => {
    const { pool, accountId, post, undo, limits, portal } = await promised('2026-11-24');
    const id = await post('5000');
    await pool.query('update account set credit_limit_kopecks = 10000 where account_id = $1', [accountId]);
    expect((await undo(id)).code).toBe(0);
    expect(await limits()).toEqual({ whole: 400_00, promised: 300_00 });
    portal.clock.set(new Date('2026-11-23T20:00:01Z'));
    await portal.work();
    expect(await limits()).toEqual({ whole: 100_00, promised: 0 });
    const { rows } = await pool.query(
      'select limit_before_kopecks as before from promised_payment order by promised_payment_id',
    );
    expect(rows).toEqual([{ before: 50_00 }, { before: 100_00 }]);
  });
});

test('of two undos at once one is done', async () => {
  const { portal, contractId, pool, post, undo, balance, isBalanced, receipts } = await office({ balance: 1000_00 });
  const id = await post();
  const letGo = await holdAccounts(portal, contractId);
  const both = [undo(id), undo(id)];
  await expect.poll(() => lockWaits(portal)).toBe(2);
  await letGo();
  expect((await Promise.all(both)).map(({ code }) => code).sort()).toEqual([0, 1]);
  expect(await balance()).toBe(1000_00);
  expect((await pool.query('select from ledger_transaction where is_reversal')).rowCount).toBe(1);
  expect(await receipts()).toHaveLength(2);
  await isBalanced();
});

test.each(['the charge', 'the undo'] as const)(
  'an undo and a charge at once, %s first: nothing is lost',
  async (first) => {
    const { portal, accountId, contractId, pool, post, undo, balance, service, isBalanced } = await office({
      fee: 450_00,
    });
    await pool.query('delete from fee_charged');
    await portal.world.db.write((tx) => providerAccount(tx, 'revenue'));
    const id = await post('450');
    const at = { now: portal.clock.now(), zone: 'Europe/Samara' };
    const charge = () =>
      portal.world.db.write(async (tx) => {
        // As the run does: the accounts first.
        await lockAccounts(tx, [accountId]);
        const unpaid = await chargeDue(tx, [accountId], '2026-11-20' as never, at.now);
        await blockForDebt(tx, unpaid, at);
      });
    const letGo = await holdAccounts(portal, contractId);
    const inOrder = first === 'the charge' ? [charge, () => undo(id)] : [() => undo(id), charge];
    const running: Promise<unknown>[] = [];
    for (const [index, begin] of inOrder.entries()) {
      running.push(begin());
      await expect.poll(() => lockWaits(portal)).toBe(index + 1);
    }
    await letGo();
    const outcome = (await Promise.all(running)).find((one) => one !== undefined) as { code: number };
    const { rows } = await pool.query<{ charged: number }>(
      `select coalesce(-sum(amount_kopecks), 0)::int as charged from ledger_entry join ledger_transaction using (transaction_id)
     where kind = 'charge' and account_id = $1`,
      [accountId],
    );
    const charged = rows[0]!.charged;
    // Either the charge has spent the money, and the undo is refused; or the money is gone, and the service is off.
    expect(outcome.code === 1 ? charged > 0 : charged === 0).toBe(true);
    expect(await balance()).toBe((outcome.code === 1 ? 450_00 : 0) - charged);
    expect((await service())?.state).toBe(outcome.code === 1 ? 'active' : 'blocked');
    await isBalanced();
  },
);

test('a failure in the middle of an undo leaves nothing of it', async () => {
  const { portal, pool, post, undo, balance, receipts, isBalanced } = await office();
  const id = await post();
  const { mend } = await breakRows(portal.pool, 'fiscal_receipt', `new.kind = 'sell_refund'`);
  await expect(undo(id)).rejects.toThrow('broken row');
  expect([await balance(), (await receipts()).length]).toEqual([500_00, 1]);
  expect((await pool.query('select from ledger_transaction where is_reversal')).rowCount).toBe(0);
  await mend();
  expect((await undo(id)).code).toBe(0);
  await isBalanced();
});

interface Page {
  items: {
    transaction_id: number;
    kind: string;
    remedy: string | null;
    corrected_by: number[];
    receipt: string | null;
  }[];
  next: string | null;
}

test('the lines of an account are listed by pages, newest first, each with what can be done about it', async () => {
  const { portal, pool, run, data, post, undo } = await office({ balance: 1000_00 });
  const [first, second] = [await post('500', 'ПКО-1'), await post('300', 'ПКО-2')];
  await undo(first);
  await run('charge', 'once', '200001i', '100', 'Выезд мастера', '17');
  portal.clock.set(new Date('2026-11-21T06:00:00Z'));
  await run('charge', 'run');
  const charge = (
    await pool.query<{ id: number }>(`select transaction_id::int as id from ledger_transaction where kind = 'charge'`)
  ).rows[0]!.id;
  const third = await post('200', 'ПКО-3');
  const lines: Page['items'] = [];
  let cursor: string | null = '';
  for (let page = 0; cursor !== null; page += 1) {
    const more: string[] = cursor === '' ? [] : ['--cursor', cursor];
    const { items, next }: Page = await data('ledger', 'lines', '200001i', '--limit=2', ...more);
    lines.push(...items);
    cursor = next;
    expect(page).toBeLessThan(4);
  }
  expect(lines.map(({ kind, transaction_id, remedy }) => [kind, transaction_id, remedy])).toEqual([
    ['payment', Number(third), 'undo'],
    ['charge', charge, 'correct'],
    ['reversal', expect.any(Number), null],
    ['payment', Number(second), null],
    ['payment', Number(first), null],
    ['opening', expect.any(Number), null],
  ]);
  expect(lines[4]?.corrected_by).toEqual([lines[2]?.transaction_id]);
  const { said } = await run('ledger', 'lines', '0200001I', '--limit', '2');
  expect(said.split('\n')).toEqual([
    `${third}  21.11.2026 10:00  +200 ₽  пополнение, наличные: Оплата в офисе; чек готовится; можно: payment undo ${third}`,
    expect.stringMatching(
      /^\d+ {2}21\.11\.2026 10:00 {2}−100 ₽ {2}списание: Выезд мастера; можно: charge correct \d+$/,
    ),
    expect.stringMatching(/^Дальше: --cursor=2026-11-21\.\d+$/),
  ]);
  await run('charge', 'correct', String(charge), 'мастер не приехал');
  const again: Page = await data('ledger', 'lines', '200001i');
  expect(again.items.find(({ transaction_id }) => transaction_id === charge)).toMatchObject({ remedy: null });
  expect((await run('ledger', 'lines', '5')).said).toBe('Такого счёта нет');
  expect((await run('ledger', 'lines', '200001i', '--cursor=x')).code).toBe(2);
});
