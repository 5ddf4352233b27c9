import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { Problem } from '#server/kernel/call/problem.ts';
import { verifyLedger } from '#server/domain/money/ledger/verify.ts';
import { payByLink } from '#server/domain/payments/payment-links/payment-link.ts';
import type { QrOrder } from '#server/integrations/acquirer/port.ts';
import { AtOnce } from '../../../../test/portal/at-once.ts';
import { tell } from '../../../../test/portal/bank.ts';
import { addClient } from '../../../../test/portal/client.ts';
import { testPortal, type TestPortal } from '../../../../test/portal/portal.ts';

const { list, make, end, look, pay, status } = contract.paymentLink;
const WHO = 200_001;
const [MINUTE, DAY] = [60_000, 86_400_000];
const SECOND = randomUUID();
const WORDS = 'За интернет мамы';

const atOnce = new AtOnce();
let portal: TestPortal;
let orders: QrOrder[];

beforeEach(async () => {
  portal = await testPortal({ template: 'empty', throughDatabase: atOnce.throughDatabase });
  await addClient(portal.world, { balance: -628_50, creditLimit: 628_50, blocked: true });
  orders = [];
  const { acquirer } = portal.world.outside;
  const createQr = acquirer.createQr.bind(acquirer);
  acquirer.createQr = (order) => {
    orders.push(order);
    return createQr(order);
  };
});

const made = async (amount = '629', words = WORDS) => {
  const { body } = await portal.send(make, { body: { p: 'i', amount, words } }, WHO);
  return { ...body, secret: new URL(body.url).hash.slice(1) };
};
const seen = (secret: string) => portal.send(look, { body: { secret } }, 'guest');
const ordered = (secret: string, more: { email?: string; note?: string } = {}) =>
  portal.send(pay, { body: { secret, email: more.email ?? null, note: more.note ?? '' } }, 'guest');
const qrOf = async (payment: string): Promise<string> =>
  (await portal.pool.query<{ qr_id: string }>('select qr_id from payment where payment_id = $1', [payment])).rows[0]!
    .qr_id;
const links = async () => (await portal.send(list, {}, WHO)).body;
const over = { status: 410, body: { code: 'link_over', message: 'Ссылка больше не действует' } };
const balance = async () =>
  (
    await portal.pool.query<{ balance: number }>(
      `select balance_kopecks::int as balance from account where contract_id = $1`,
      [WHO],
    )
  ).rows[0]!.balance;

describe('a link to pay', () => {
  test('shows the sum and the words, and nothing else; the payment is credited, and the owner is thanked', async () => {
    const link = await made();
    expect(link.secret).toMatch(/^[a-z2-9]{26}$/);
    expect(Date.parse(link.expires_at) - portal.clock.now().getTime()).toBe(7 * DAY);
    expect((await seen(link.secret)).body).toEqual({ amount: '629.00', words: WORDS, expires_at: link.expires_at });
    const { body: order } = await ordered(link.secret, { email: 'Ilya@mail.example', note: 'С любовью, Илья' });
    expect(JSON.stringify(order)).not.toContain(String(WHO));
    expect(orders).toMatchObject([{ amount: 629_00, purpose: 'Услуги связи, оплата по ссылке' }]);
    const state = async () =>
      (await portal.send(status, { body: { secret: link.secret, payment: order.payment } }, 'guest')).body;
    expect(await state()).toEqual({ state: 'waiting', amount: '629.00' });
    await tell(portal, { qrId: await qrOf(order.payment), amount: 629_00 });
    await portal.work();
    expect(await state()).toEqual({ state: 'paid', amount: '629.00' });
    expect(await balance()).toBe(50);
    expect(await links()).toMatchObject([{ state: 'paid', words: WORDS, note: 'С любовью, Илья' }]);
    const messages = (await portal.send(contract.notice.getMessages, {}, WHO)).body;
    expect(messages.map(({ title }) => title.replaceAll('\u00a0', ' '))).toContain('По вашей ссылке заплатили 629 ₽');
    const { rows } = await portal.pool.query<{ text: string }>(`select text from ledger_entry where method = 'sbp'`);
    expect(rows).toEqual([{ text: 'Пополнение по СБП, по вашей ссылке' }]);
    // A used link tells nothing.
    expect(await seen(link.secret)).toMatchObject(over);
    expect(await ordered(link.secret)).toMatchObject(over);
  });

  test('told of twice by the bank, and by two codes, credits each operation once and thanks once', async () => {
    const link = await made();
    const first = (await ordered(link.secret)).body;
    portal.clock.advance(16 * MINUTE);
    const second = (await ordered(link.secret)).body;
    expect(second.payment).not.toBe(first.payment);
    const [one, two] = [await qrOf(first.payment), await qrOf(second.payment)];
    for (const _ of [1, 2]) await tell(portal, { qrId: two, amount: 629_00, operationId: SECOND });
    await portal.work();
    const paidAt = (await links())[0]!.paid_at;
    portal.clock.advance(MINUTE);
    // The first code was paid in its last second; the money is nobody else's.
    await tell(portal, { qrId: one, amount: 629_00, operationId: randomUUID() });
    await portal.work();
    expect(await balance()).toBe(629_50);
    expect((await links())[0]!.paid_at).toBe(paidAt);
    const { rows } = await portal.pool.query(`select 1 from message where notice_key like 'payment.by_link:%'`);
    expect(rows).toHaveLength(1);
    expect(await portal.world.db.read(verifyLedger)).toEqual([]);
  });

  test('the bank is asked about it, if its notification is lost; a letter tells of the money, and only of that', async () => {
    const letters: string[] = [];
    portal.world.outside.mail.send = ({ subject }) => Promise.resolve(void letters.push(subject));
    await portal.pool.query(
      `insert into contact (contract_id, kind, value, state) values ($1, 'email', 'mama@mail.example', 'active')`,
      [WHO],
    );
    const { payment } = (await ordered((await made()).secret)).body;
    await portal.world.outside.sandboxBank!.act(await qrOf(payment), 'pay', portal.clock.now());
    portal.clock.advance(10_000);
    await portal.work();
    expect([await balance(), letters]).toEqual([50, [expect.stringMatching(/^Получили/)]]);
  });

  test('ordered at once by many makes one order at the bank', async () => {
    const link = await made();
    const all = await Promise.all(Array.from({ length: 8 }, () => ordered(link.secret)));
    expect(new Set(all.map(({ body }) => body.payment)).size).toBe(1);
    expect(orders).toHaveLength(1);
  });

  test('goes on after the process died between the order and the reply of the bank', async () => {
    const link = await made();
    const { acquirer } = portal.world.outside;
    const createQr = acquirer.createQr.bind(acquirer);
    acquirer.createQr = () => Promise.reject(new Problem('outside_unavailable'));
    expect((await ordered(link.secret)).status).toBeGreaterThanOrEqual(500);
    acquirer.createQr = createQr;
    const again = await ordered(link.secret);
    expect(again.status).toBe(200);
    const { rows } = await portal.pool.query(`select payment_id from payment where origin = 'link'`);
    expect(rows).toEqual([{ payment_id: again.body.payment }]);
  });

  test('never shares a code with a payment of the owner: its bank would show his contract', async () => {
    const link = await made();
    await portal.send(contract.payment.sbp, { query: { p: 'i', amount: '629' } }, WHO);
    await ordered(link.secret);
    expect(orders.map(({ purpose }) => purpose.includes(String(WHO)))).toEqual([true, false]);
  });

  test('the receipt goes to the payer, without the number of the account', async () => {
    const link = await made();
    const { body: order } = await ordered(link.secret, { email: 'ilya@mail.example' });
    await tell(portal, { qrId: await qrOf(order.payment), amount: 629_00 });
    const told: unknown[] = [];
    const { cashRegister } = portal.world.outside;
    const register = cashRegister!.register.bind(cashRegister);
    cashRegister!.register = (receipt) => {
      told.push(receipt);
      return register(receipt);
    };
    await portal.work();
    expect(told).toMatchObject([
      { client: { email: 'ilya@mail.example' }, items: [{ text: 'Аванс за услуги связи', amount: 629_00 }] },
    ]);
  });
});

describe('a link that is over', () => {
  test.each(['closed', 'expired', 'unknown'])('%s: the same words as any other', async (why) => {
    const link = await made();
    if (why === 'closed') await portal.send(end, { body: { payment_link_id: link.payment_link_id } }, WHO);
    if (why === 'expired') portal.clock.advance(7 * DAY);
    const secret = why === 'unknown' ? 'a'.repeat(26) : link.secret;
    expect(await seen(secret)).toMatchObject(over);
    expect(await ordered(secret)).toMatchObject(over);
    expect(await portal.send(status, { body: { secret, payment: 'nothing' } }, 'guest')).toMatchObject(over);
  });

  test('closed while somebody pays: the money comes all the same, and nobody else can order', async () => {
    const link = await made();
    const { body: order } = await ordered(link.secret);
    const body = { payment_link_id: link.payment_link_id };
    for (const _ of [1, 2]) expect((await portal.send(end, { body }, WHO)).status).toBe(200);
    await tell(portal, { qrId: await qrOf(order.payment), amount: 629_00 });
    await portal.work();
    expect(await balance()).toBe(50);
    expect(await links()).toMatchObject([{ state: 'paid' }]);
    expect((await portal.send(end, { body }, WHO)).body.code).toBe('payment_link_paid');
  });

  test('closed between the look and the order: nothing is ordered', async () => {
    const link = await made();
    await portal.send(end, { body: { payment_link_id: link.payment_link_id } }, WHO);
    const { db, clock, outside } = portal.world;
    const late = { linkId: link.payment_link_id, payer: { email: null, note: null }, now: clock.now() };
    await expect(payByLink(db, outside.acquirer, late)).rejects.toMatchObject({ code: 'link_over' });
    expect((await portal.pool.query('select 1 from payment')).rowCount).toBe(0);
    expect(orders).toEqual([]);
  });

  test('its payment is for who has ordered it, and for an hour', async () => {
    const [link, other] = [await made(), await made('100')];
    const { body: order } = await ordered(link.secret);
    const ask = (secret: string) => portal.send(status, { body: { secret, payment: order.payment } }, 'guest');
    expect(await ask(other.secret)).toMatchObject(over);
    expect((await ask(link.secret)).status).toBe(200);
    portal.clock.advance(76 * MINUTE);
    expect(await ask(link.secret)).toMatchObject(over);
  });

  test('cannot be guessed: a network that tries many is kept out', async () => {
    const { secret } = await made();
    for (const n of Array(30).keys()) await seen(String(n).padStart(26, 'a'));
    expect((await seen(secret)).status).toBe(429);
  });

  test('is in no table and no journal', async () => {
    const { secret } = await made();
    const { rows } = await portal.pool.query<{ line: string }>(
      `select l::text as line from payment_link l union all select coalesce(detail::text, '') from audit_event
       union all select coalesce(reply::text, '') from idempotency_key union all select body from message`,
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const { line } of rows) expect(line).not.toContain(secret);
  });
});

describe('the owner', () => {
  test('has five open links of an account, within the limits of a payment, for an account that he has', async () => {
    for (const _ of Array(5)) expect((await made()).state).toBe('open');
    const again = (body: { p: 'i' | 't'; amount: string; words: string }) => portal.send(make, { body }, WHO);
    expect((await again({ p: 'i', amount: '629', words: WORDS })).body.code).toBe('payment_links_too_many');
    const [first] = await links();
    await portal.send(end, { body: { payment_link_id: first!.payment_link_id } }, WHO);
    expect((await again({ p: 'i', amount: '629', words: WORDS })).status).toBe(200);
    expect((await again({ p: 'i', amount: '1', words: WORDS })).body.code).toBe('payment_amount_too_small');
    expect((await again({ p: 't', amount: '100', words: WORDS })).body.code).toBe('payment_no_account');
    expect((await again({ p: 'i', amount: '100', words: ' ' })).status).toBe(422);
    expect((await again({ p: 'i', amount: '100', words: 'я'.repeat(81) })).status).toBe(422);
  });

  test('makes no sixth link by making two at once', async () => {
    for (const _ of Array(4)) await made();
    const again = async () => (await portal.send(make, { body: { p: 'i', amount: '629', words: WORDS } }, WHO)).status;
    expect(await atOnce.both(portal, again, again)).toEqual([200, 409]);
  });

  test('cannot close the link of somebody else', async () => {
    const link = await made();
    await addClient(portal.world, { contractId: 200_002 });
    const body = { payment_link_id: link.payment_link_id };
    expect((await portal.send(end, { body }, 200_002)).status).toBe(404);
    expect((await portal.send(list, {}, 200_002)).body).toEqual([]);
  });
});
