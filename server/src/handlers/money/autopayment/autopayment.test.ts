import { expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { kopecks } from '@kabinet/contract/kernel/money';
import { providerAccount } from '#server/domain/money/ledger/ledger.ts';
import { credit } from '#server/domain/payments/payment/credit.ts';
import { attachCharge } from '#server/domain/payments/autopayment/due.queries.ts';
import { verifyLedger } from '#server/domain/money/ledger/verify.ts';
import { SIGNATURE_HEADER, signatureOf } from '#server/integrations/acquirer/sandbox-signature.ts';
import { subscriptionNotice } from '#server/integrations/acquirer/subscription-bank.ts';
import type { SubscriptionAction } from '#server/integrations/acquirer/subscription-port.ts';
import { charge } from '#server/jobs/money/charge.ts';
import { chargeAutopayment, planOne, runAutopayments } from '#server/jobs/money/autopayment.ts';
import { AtOnce } from '../../../../test/portal/at-once.ts';
import { addTariff, importTestRecords, makeSipLine } from '../../../../test/portal/call-client.ts';
import { addClient, balanceOf, type Client, type ClientShape } from '../../../../test/portal/client.ts';
import { tell } from '../../../../test/portal/bank.ts';
import {
  preparedTemplate,
  PUBLIC_URL,
  SANDBOX_SECRET,
  testPortal,
  type TestPortal,
} from '../../../../test/portal/portal.ts';

const { autopayment } = contract;
const WHO = 200_001;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const CHOICE = { p: 'i', days: 3, ceiling: '1500' } as const;
/** The monthly fee of a client in these tests. */
const FEE = 629_00;

const addOne = (portal: TestPortal, shape: ClientShape = {}) =>
  addClient(portal.world, { fee: FEE, balance: 100_00, ...shape });

async function opened(shape: ClientShape = {}) {
  const portal = await testPortal({ template: 'empty' });
  const client = await addOne(portal, shape);
  return { portal, ...client, ...actionsOn(portal) };
}

function actionsOn(portal: TestPortal) {
  const state = async () => (await portal.send(autopayment.get, { query: { p: 'i' } }, WHO)).body;
  const set = async (choice: object = {}) => {
    const { offer } = await state();
    return portal.send(autopayment.set, { body: { ...CHOICE, consent: offer.consent.version, ...choice } }, WHO);
  };
  const count = async (table: string) => (await portal.pool.query(`select from ${table}`)).rowCount;
  const messages = async () => {
    const { rows } = await portal.pool.query<{ title: string }>('select title from message order by message_id');
    return rows.map(({ title }) => title.replaceAll('\u00a0', ' '));
  };
  /** Those of autopayments that the portal still shows. */
  const shown = async () =>
    (await portal.send(contract.notice.getMessages, {}, WHO)).body
      .map(({ title }) => title.replaceAll('\u00a0', ' '))
      .filter((title) => /автоплат/i.test(title));
  /** Runs the hourly job at that moment, and the jobs that it enqueues. */
  const runAt = async (moment: string) => {
    portal.clock.set(new Date(moment));
    await charge(portal.world);
    expect(await runAutopayments(portal.world, portal.clock.now())).toBe(0);
    await portal.work();
    await deliver(portal);
  };
  return { state, set, count, messages, shown, runAt };
}

/** Presses a button of the bank's page. */
async function press(portal: TestPortal, payload: string, action: SubscriptionAction) {
  const reply = await portal.inject({
    method: 'POST',
    url: new URL(payload).pathname,
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: PUBLIC_URL },
    payload: `action=${action}`,
  });
  expect(reply.statusCode).toBe(303);
}

/** Delivers the bank's notifications to the portal, each of them twice. */
async function deliver(portal: TestPortal) {
  const events = await portal.pool.query('select * from sandbox_bank.subscription_event order by happened_at');
  for (const event of events.rows as Parameters<typeof subscriptionNotice>[0][]) {
    const body = subscriptionNotice({ ...event, happened_at: event.happened_at });
    expect(await noticed(portal, body, SANDBOX_SECRET)).toBe(200);
  }
  const operations = await portal.pool.query<{
    id: string;
    qr: string;
    status: 'success' | 'declined';
    amount: number;
  }>(
    `select operation_id as id, qr_id as qr, status, amount_kopecks as amount
     from sandbox_bank.operation join sandbox_bank.qr using (qr_id)
     where not exists (select from sandbox_bank.subscription s where s.subscription_id = qr.subscription_id and s.scenario = 'silent')
     order by happened_at`,
  );
  for (const { id, qr, status, amount } of [...operations.rows, ...operations.rows]) {
    await tell(portal, { qrId: qr, amount, status, operationId: id });
  }
  await portal.work();
}

async function noticed(portal: TestPortal, body: string, secret: string): Promise<number> {
  const reply = await portal.inject({
    method: 'POST',
    url: '/gateway/sandbox/subscription',
    headers: { 'content-type': 'application/json', [SIGNATURE_HEADER]: signatureOf(body, secret) },
    payload: body,
  });
  return reply.statusCode;
}

/** A client with an active autopayment and nothing planned yet. */
async function connected(shape?: ClientShape, choice?: object, meeting = new AtOnce()) {
  if (shape || choice) {
    const { portal, ...client } = await opened(shape);
    return connectionOn(portal, { ...client, payload: await connect(portal, choice) });
  }
  // Most tests begin so.
  const template = await preparedTemplate('a connected autopayment', async (portal) => {
    const client = await addOne(portal);
    return { ...client, payload: await connect(portal) };
  });
  return connectionOn(await testPortal({ template, throughDatabase: meeting.throughDatabase }), template.told);
}

/** Sets it up and presses the button of the bank; returns the bank's page. */
async function connect(portal: TestPortal, choice?: object): Promise<string> {
  const { body } = await actionsOn(portal).set(choice);
  const { payload } = body.connect!;
  await press(portal, payload, 'connect');
  await deliver(portal);
  return payload;
}

function connectionOn(portal: TestPortal, known: Client & { readonly payload: string }) {
  const will = (action: SubscriptionAction) => press(portal, known.payload, action);
  return { portal, ...known, ...actionsOn(portal), will };
}

const NOTICE = '2026-11-27T05:12:00Z';
const CHARGE = '2026-11-28T06:12:00Z';
/** Runs the notice of the day before, then the charge. */
async function charged(all: Pick<Awaited<ReturnType<typeof connected>>, 'runAt'>) {
  await all.runAt(NOTICE);
  await all.runAt(CHARGE);
}

test('shows the rule and the exact consent for a choice before it is agreed to', async () => {
  const { portal, state } = await opened();
  expect(await state()).toMatchObject({
    available: true,
    state: 'none',
    rule: null,
    next: null,
    attempts: [],
    offer: { days: [1, 3, 7], ceilings: ['1000.00', '1500.00', '2000.00'] },
  });
  const query = { p: 'i', days: 7, ceiling: '2000' } as const;
  const { body } = await portal.send(autopayment.get, { query }, WHO);
  expect(body.offer.chosen).toMatchObject({ days: 7, ceiling: '2000.00' });
  expect(body.offer.consent.text.replaceAll('\u00a0', ' ')).toContain(
    'меньше чем на 7 дней или на нём будет долг, спишем недостающее, не больше 2 000 ₽ в месяц',
  );
  expect(body.offer.consent.text).toContain('Волга Телеком');
});

test('connects at the bank, and stores the consent word for word', async () => {
  const { portal, set, state, messages } = await opened();
  const { status, body } = await set();
  expect([status, body.state]).toEqual([200, 'connecting']);
  const page = await portal.inject({ url: new URL(body.connect!.payload).pathname });
  for (const text of ['Подключить', 'Отказаться', 'Договор 200001', 'Это не настоящий банк'])
    expect(page.body).toContain(text);
  await press(portal, body.connect!.payload, 'connect');
  await deliver(portal);
  expect(await state()).toMatchObject({
    state: 'active',
    connect: null,
    rule: { days: 3, ceiling: '1500.00' },
    agreed_at: '2026-11-20T10:05:00.000Z',
    next: {
      day: '2026-11-28',
      due_day: '2026-12-01',
      amount: '529.00',
      balance_after: '629.00',
      lasts_until: '2027-01-01',
    },
  });
  const { rows } = await portal.pool.query(
    'select version, text, host(ip) as ip, ceiling_kopecks as ceiling from autopayment_consent',
  );
  expect(rows).toEqual([
    { version: body.offer.consent.version, text: body.offer.consent.text, ip: '127.0.0.1', ceiling: 1500_00 },
  ]);
  await expect(portal.pool.query('update autopayment_consent set ceiling_kopecks = 1')).rejects.toThrow();
  expect(await messages()).toEqual(['Автоплатёж подключён']);
});

test.each([
  ['refuse', 'refused'],
  [undefined, 'expired'],
] as const)('«%s» at the bank ends it with the state %s, and it can be set up again', async (action, ended) => {
  const { portal, set, state } = await opened();
  const { body } = await set();
  if (action) await press(portal, body.connect!.payload, action);
  portal.clock.advance(40 * 60_000);
  await portal.work();
  expect(await state()).toMatchObject({ state: 'none', ended });
  expect((await set()).body.state).toBe('connecting');
});

test('a code of the bank that has just ended is replaced', async () => {
  const { portal, set, count } = await opened();
  const first = (await set()).body.connect!.payload;
  portal.clock.advance(15 * 60_000 - 1);
  expect((await set()).body.connect!.payload).toBe(first);
  portal.clock.advance(1);
  expect((await set()).body.connect!.payload).not.toBe(first);
  expect(await count('sandbox_bank.subscription')).toBe(2);
});

test('makes up for a lost notification by asking the bank', async () => {
  const { portal, set, state } = await opened();
  const { body } = await set();
  await press(portal, body.connect!.payload, 'connect');
  portal.clock.advance(15_000);
  await portal.work();
  expect((await state()).state).toBe('active');
});

test('ten simultaneous requests make one subscription; the same choice again shows the same code', async () => {
  const { set, count } = await opened();
  const answers = await Promise.all(Array.from({ length: 10 }, () => set()));
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.connect?.payload ?? ''}`)).size).toBe(1);
  expect(await count('sandbox_bank.subscription')).toBe(1);
  expect((await set({ days: 7 })).body).toMatchObject({
    connect: { payload: answers[0]!.body.connect!.payload },
    rule: { days: 7 },
  });
});

test('after a bank failure the next request continues with the same autopayment', async () => {
  const { portal, set, count } = await opened();
  const bank = portal.world.outside.subscriptions!;
  const create = bank.create.bind(bank);
  let isLost = true;
  bank.create = async (order) => {
    const subscription = await create(order);
    if (!isLost) return subscription;
    isLost = false;
    throw Object.assign(new (await import('#server/kernel/call/problem.ts')).Problem('outside_unavailable'));
  };
  expect((await set()).status).toBe(503);
  expect((await set()).body.state).toBe('connecting');
  expect([await count('autopayment'), await count('sandbox_bank.subscription')]).toEqual([1, 1]);
});

test.each([
  [{ ceiling: '5' }, 409, 'autopayment_bad_choice'],
  [{ consent: 'older' }, 409, 'autopayment_consent_changed'],
  [{ p: 't' }, 409, 'payment_no_account'],
  [{ days: 0 }, 422, 'bad_input'],
  [{ ceiling: '-1' }, 422, 'bad_input'],
])('refuses %j before asking the bank', async (choice, status, code) => {
  const { set, count } = await opened();
  const answer = await set(choice);
  expect([answer.status, answer.body.code]).toEqual([status, code]);
  expect(await count('autopayment')).toBe(0);
});

test('another contract neither sees nor changes it', async () => {
  const { portal, state } = await connected();
  await addClient(portal.world, { contractId: 200_002 });
  const theirs = await portal.send(autopayment.get, { query: { p: 'i' } }, 200_002);
  expect(theirs.body).toMatchObject({ state: 'none', attempts: [] });
  await portal.send(autopayment.off, { body: { p: 'i' } }, 200_002);
  expect((await portal.send(autopayment.skip, { body: { p: 'i' } }, 200_002)).body.code).toBe('autopayment_none');
  expect((await state()).state).toBe('active');
});

/** Three more clients with autopayments: one is being charged, one is planned, one waits for its confirmation. */
async function neighbours(portal: TestPortal): Promise<() => Promise<object[]>> {
  for (const contractId of [200_002, 200_003, 200_004]) await addOne(portal, { contractId });
  const start = portal.clock.now();
  await portal.pool.query(
    `with own as (
       insert into autopayment (autopayment_id, account_id, acquirer, state, days_ahead, ceiling_kopecks, subscription_id, created_at,
         connected_at, expires_at)
       select gen_random_uuid(), account_id, 'sandbox', case contract_id when 200004 then 'connecting' else 'active' end, 3, 150000,
         case when contract_id <> 200004 then 's' || contract_id end, $1::timestamptz, case when contract_id <> 200004 then $1::timestamptz end, '2027-01-01'
       from account where contract_id > 200001 returning autopayment_id, account_id
     ), due as (
       insert into autopayment_due (autopayment_id, period, number, due_day, amount_kopecks, state, noticed_at, charge_at)
       select autopayment_id, '2026-12', 1, '2026-12-01', 52900, case contract_id when 200002 then 'charging' else 'planned' end, $1::timestamptz, '2026-12-20'
       from own join account using (account_id) where contract_id <> 200004 returning autopayment_due_id, autopayment_id, state
     ), paid as (
       insert into payment (payment_id, account_id, amount_kopecks, state, acquirer, qr_id, created_at, expires_at, origin)
       select gen_random_uuid(), account_id, 52900, 'pending', 'sandbox', 'q', $1::timestamptz, '2026-12-20', 'subscription'
       from due join own using (autopayment_id) where due.state = 'charging' returning payment_id
     )
     insert into autopayment_attempt (payment_id, autopayment_due_id, number, period, made_at)
     select payment_id, autopayment_due_id, 1, '2026-11', $1::timestamptz from paid cross join due where due.state = 'charging'`,
    [start],
  );
  return async () =>
    (
      await portal.pool.query<object>(
        `select contract_id, p.state, p.subscription_id, d.state as due, d.charge_at, t.outcome, m.state as paid
         from autopayment p join account a using (account_id) left join autopayment_due d using (autopayment_id)
           left join autopayment_attempt t using (autopayment_due_id) left join payment m using (payment_id)
         where contract_id > 200001 order by contract_id`,
      )
    ).rows;
}

test('whatever happens to it, the autopayments of others stay as they are', async () => {
  const { portal, set, state, runAt } = await opened();
  const others = await neighbours(portal);
  const before = await others();
  const payload = (await set()).body.connect!.payload;
  await press(portal, payload, 'connect');
  await deliver(portal);
  await press(portal, payload, 'will_refuses');
  await charged({ runAt });
  const { rows } = await portal.pool.query<{ payment_id: string }>(
    `select payment_id from autopayment_attempt where outcome = 'refused'`,
  );
  const late = portal.world.db.write((tx) => attachCharge(tx, rows[0]!.payment_id, 'late'));
  expect([await late, (await state()).spent]).toEqual([false, '0.00']);
  await press(portal, payload, 'will_pays');
  await runAt('2026-11-29T07:12:00Z');
  expect(await state()).toMatchObject({ spent: '529.00', attempts: [{ state: 'paid' }, { state: 'refused' }] });
  await portal.send(autopayment.off, { body: { p: 'i' } }, WHO);
  await portal.work();
  await deliver(portal);
  expect(await others()).toEqual(before);
  const unknown = { event_id: crypto.randomUUID(), subscription_id: 'unknown', subscription_state: 'ended' };
  expect(await noticed(portal, JSON.stringify(unknown), SANDBOX_SECRET)).toBe(200);
});

test('a wrong signature binds and unbinds nothing', async () => {
  const { portal, state } = await connected();
  const { rows } = await portal.pool.query<{ subscription_id: string }>('select subscription_id from autopayment');
  const body = JSON.stringify({
    event_id: crypto.randomUUID(),
    subscription_id: rows[0]!.subscription_id,
    subscription_state: 'ended',
  });
  expect(await noticed(portal, body, 'another secret')).toBe(403);
  expect(await noticed(portal, '{}', SANDBOX_SECRET)).toBe(400);
  expect((await state()).state).toBe('active');
});

test('is announced a day before, charged on the day of the rule, credited once', async () => {
  const all = await connected();
  const { portal, accountId, state, runAt, messages, shown, count } = all;
  await runAt('2026-11-26T19:12:00Z');
  expect(await count('autopayment_due')).toBe(0);
  await runAt(NOTICE);
  expect((await messages()).at(-1)).toBe('28 ноября спишем 529 ₽ по автоплатежу');
  expect(await shown()).toEqual(['28 ноября спишем 529 ₽ по автоплатежу']);
  await runAt('2026-11-28T05:12:00Z');
  expect(await count('autopayment_attempt')).toBe(0);
  await runAt(CHARGE);
  expect([await balanceOf(portal.world, accountId), await shown()]).toEqual([629_00, []]);
  expect(await state()).toMatchObject({
    spent: '529.00',
    next: { day: '2026-12-29', due_day: '2027-01-01', amount: '629.00', try: 1 },
    attempts: [
      { at: '2026-11-28T06:12:00.000Z', amount: '529.00', try: 1, state: 'paid', text: 'Деньги пришли на счёт.' },
    ],
  });
  for (let hour = 1; hour < 6; hour += 1) await runAt(new Date(Date.parse(CHARGE) + hour * HOUR_MS).toISOString());
  expect(await balanceOf(portal.world, accountId)).toBe(629_00);
  expect(await portal.world.db.read(verifyLedger)).toEqual([]);
});

test('many workers at once, and an effect delivered repeatedly, charge once', async () => {
  const { portal, accountId, runAt, count } = await connected();
  await runAt(NOTICE);
  portal.clock.set(new Date(CHARGE));
  await Promise.all(Array.from({ length: 8 }, () => runAutopayments(portal.world, portal.clock.now())));
  expect(await count('autopayment_attempt')).toBe(1);
  const { rows } = await portal.pool.query<{ payment_id: string }>('select payment_id from autopayment_attempt');
  const paymentId = rows[0]!.payment_id;
  await Promise.all(Array.from({ length: 5 }, () => chargeAutopayment(portal.world, { paymentId })));
  await portal.work();
  await deliver(portal);
  await chargeAutopayment(portal.world, { paymentId });
  expect(await count('sandbox_bank.operation')).toBe(1);
  expect(await balanceOf(portal.world, accountId)).toBe(629_00);
});

test('what reaches the bank at the moment when it is given up is not given up', async () => {
  const meeting = new AtOnce();
  const { portal, accountId, runAt, state } = await connected(undefined, undefined, meeting);
  await runAt(NOTICE);
  portal.clock.set(new Date(CHARGE));
  await runAutopayments(portal.world, portal.clock.now());
  const { rows } = await portal.pool.query<{ payment_id: string }>('select payment_id from autopayment_attempt');
  portal.clock.advance(7 * HOUR_MS);
  await meeting.both(
    portal,
    () => chargeAutopayment(portal.world, { paymentId: rows[0]!.payment_id }),
    () => runAutopayments(portal.world, portal.clock.now()),
  );
  expect((await state()).attempts).toMatchObject([{ state: 'waiting' }]);
  await deliver(portal);
  expect((await state()).attempts).toMatchObject([{ state: 'paid' }]);
  expect(await balanceOf(portal.world, accountId)).toBe(629_00);
});

test.each(['announce', 'take'] as const)('killed after «%s» it continues, and charges once', async (step) => {
  const { portal, accountId, runAt, count } = await connected();
  const bank = portal.world.outside.subscriptions!;
  const announce = bank.announce.bind(bank);
  const take = bank.take.bind(bank);
  let isDead = false;
  const die = <T>(value: T): T => {
    if (isDead) return value;
    isDead = true;
    throw new Error('killed');
  };
  if (step === 'announce') bank.announce = async (order) => die(await announce(order));
  else {
    bank.take = async (chargeId, now) => {
      await take(chargeId, now);
      die(undefined);
    };
  }
  await runAt(NOTICE);
  await runAt(CHARGE);
  portal.clock.advance(60_000);
  await portal.work();
  await deliver(portal);
  expect(isDead).toBe(true);
  expect([await count('autopayment_attempt'), await count('sandbox_bank.operation')]).toEqual([1, 1]);
  expect(await balanceOf(portal.world, accountId)).toBe(629_00);
});

test('the database refuses a second charge of a due', async () => {
  const { portal, runAt } = await connected();
  await runAt(NOTICE);
  portal.clock.set(new Date(CHARGE));
  await runAutopayments(portal.world, portal.clock.now());
  const again = (number: number) =>
    portal.pool.query(
      `with m as (
         insert into payment (payment_id, account_id, amount_kopecks, state, acquirer, created_at, expires_at, origin)
         select gen_random_uuid(), account_id, amount_kopecks, 'created', acquirer, created_at, expires_at, origin from payment
         returning payment_id)
       insert into autopayment_attempt (payment_id, autopayment_due_id, number, period, made_at)
       select m.payment_id, t.autopayment_due_id, $1, t.period, t.made_at from m, autopayment_attempt t`,
      [number],
    );
  await expect(again(1)).rejects.toThrow(/unique/);
  await expect(again(2)).rejects.toThrow(/autopayment_attempt_one_open/);
  await expect(
    portal.pool.query(
      `insert into autopayment_due (autopayment_id, period, number, due_day, amount_kopecks, state, noticed_at, charge_at)
       select autopayment_id, period, number, due_day, amount_kopecks, 'paid', noticed_at, charge_at from autopayment_due`,
    ),
  ).rejects.toThrow(/unique/);
});

/** The same, while nothing that the bank tells arrives: it is asked. */
async function chargedUnheard({ portal, runAt }: Pick<Awaited<ReturnType<typeof connected>>, 'portal' | 'runAt'>) {
  await runAt(NOTICE);
  portal.clock.set(new Date(CHARGE));
  await runAutopayments(portal.world, portal.clock.now());
  await portal.work();
  portal.clock.advance(10_000);
  await portal.work();
}

test('a charge with the same sum as a QR is a separate payment', async () => {
  const { portal, runAt, count } = await connected();
  await runAt(NOTICE);
  portal.clock.set(new Date(CHARGE));
  await runAutopayments(portal.world, portal.clock.now());
  const { status, body } = await portal.send(contract.payment.sbp, { query: { p: 'i', amount: '529' } }, WHO);
  expect([status, body.payload.includes('/sandbox/bank/AD')]).toEqual([200, true]);
  expect(await count('payment')).toBe(2);
});

test('when refused, tries three times a day apart, lists each with its reason, then stops until next month', async () => {
  const all = await connected();
  const { portal, state, runAt, messages, shown, will } = all;
  await will('will_refuses');
  await charged(all);
  expect(await state()).toMatchObject({
    next: { day: '2026-11-29', try: 2 },
    attempts: [{ state: 'refused', text: 'На счёте в банке не хватило денег.' }],
  });
  for (const day of ['29', '30']) await runAt(`2026-11-${day}T07:12:00Z`);
  expect(await shown()).toEqual(['Автоплатёж не прошёл']);
  for (const day of ['01', '02', '15']) await runAt(`2026-12-${day}T07:12:00Z`);
  const { attempts, next, trouble } = await state();
  expect(attempts.map((attempt) => attempt.try)).toEqual([3, 2, 1]);
  expect([next, trouble]).toEqual([null, expect.stringContaining('больше пробовать не будем')]);
  expect((await messages()).filter((title) => title.includes('не прошёл'))).toEqual([
    'Автоплатёж пока не прошёл',
    'Автоплатёж пока не прошёл',
    'Автоплатёж не прошёл',
  ]);
  await will('will_pays');
  // January is another month: it is announced and tried again.
  for (let day = 16; day < 36; day += 1) await runAt(new Date(Date.UTC(2026, 11, day, 7, 12)).toISOString());
  expect((await state()).attempts[0]).toMatchObject({ state: 'paid', try: 1 });
  expect(await portal.world.db.read(verifyLedger)).toEqual([]);
});

test('asks a silent bank that charges later, and never requests the money again', async () => {
  const all = await connected();
  const { portal, accountId, state, will, count } = all;
  await will('will_silent');
  await charged(all);
  expect(await state()).toMatchObject({
    spent: '529.00',
    attempts: [{ state: 'waiting', text: 'Банк ещё не ответил.' }],
  });
  for (let look = 0; look < 8; look += 1) {
    portal.clock.advance(15_000);
    await portal.work();
  }
  expect(await balanceOf(portal.world, accountId)).toBe(629_00);
  expect((await state()).attempts).toMatchObject([{ state: 'paid' }]);
  expect(await count('autopayment_attempt')).toBe(1);
});

test('requests nothing else of a bank that is away for good; then the client is told', async () => {
  const all = await connected();
  const { portal, state, runAt, messages, count } = all;
  portal.world.outside.subscriptions!.take = () => Promise.reject(new Error('away'));
  await charged(all);
  for (const day of ['29', '30']) await runAt(`2026-11-${day}T07:12:00Z`);
  expect(await count('autopayment_attempt')).toBe(1);
  expect((await state()).attempts).toMatchObject([{ state: 'waiting' }]);
  await runAt('2026-12-01T07:12:00Z');
  expect((await state()).attempts).toMatchObject([{ state: 'refused', text: 'Банк не ответил.' }]);
  expect((await messages()).at(-1)).toBe('Банк не ответил про автоплатёж');
  expect(await count('autopayment_attempt')).toBe(1);
});

test('money that arrives after a refusal ends the tries', async () => {
  const all = await connected();
  const { portal, accountId, state, runAt, will, count } = all;
  await will('will_refuses');
  await charged(all);
  const { rows } = await portal.pool.query<{ qr_id: string }>(
    `select qr_id from payment where origin = 'subscription'`,
  );
  await tell(portal, { qrId: rows[0]!.qr_id, amount: 529_00 });
  await portal.work();
  await runAt('2026-11-29T07:12:00Z');
  await runAt('2026-11-30T07:12:00Z');
  expect(await balanceOf(portal.world, accountId)).toBe(629_00);
  expect((await state()).attempts).toMatchObject([{ state: 'paid' }]);
  expect(await count('autopayment_attempt')).toBe(1);
});

test.each([
  ['told', charged],
  // Its notification is lost: the reason of the refusal tells it.
  ['asked', chargedUnheard],
] as const)(
  'unbinding at the bank during a charge, %s, ends it and is announced; nothing more is tried',
  async (_, chargedBy) => {
    const all = await connected();
    const { portal, state, runAt, will, messages, count } = all;
    await will('will_unsubscribes');
    await chargedBy(all);
    expect(await state()).toMatchObject({
      state: 'none',
      ended: 'unsubscribed',
      attempts: [{ text: 'Счёт в банке отвязан.' }],
    });
    expect((await messages()).filter((title) => title === 'Автоплатёж отключён в банке')).toHaveLength(1);
    expect((await portal.pool.query('select state from autopayment_due')).rows).toEqual([{ state: 'cancelled' }]);
    await runAt('2026-11-29T07:12:00Z');
    expect(await count('autopayment_attempt')).toBe(1);
  },
);

test('unbinding in the bank’s own application removes the planned charge', async () => {
  const { portal, state, runAt, will, count } = await connected();
  await runAt(NOTICE);
  await will('end');
  await deliver(portal);
  expect(await state()).toMatchObject({ state: 'none', ended: 'unsubscribed', next: null });
  // A job that was ordered before plans nothing.
  const { rows } = await portal.pool.query<{ autopaymentId: string }>(
    'select autopayment_id as "autopaymentId" from autopayment',
  );
  await planOne(portal.world, rows[0]!);
  expect((await portal.pool.query('select state from autopayment_due')).rows).toEqual([{ state: 'cancelled' }]);
  await runAt(CHARGE);
  expect(await count('autopayment_attempt')).toBe(0);
});

test('a skipped month is not charged; if the skip is undone in time, it is', async () => {
  const { portal, state, runAt, count } = await connected();
  await runAt(NOTICE);
  const skip = (isSkipped: boolean) => portal.send(autopayment.skip, { body: { p: 'i', skip: isSkipped } }, WHO);
  expect((await skip(true)).body).toMatchObject({ skipped: '2026-12', next: null });
  await runAt(CHARGE);
  await runAt('2026-12-05T07:12:00Z');
  expect(await count('autopayment_attempt')).toBe(0);
  expect((await skip(false)).body).toMatchObject({ skipped: null, next: { amount: '428.00' } });
  await runAt('2026-12-05T08:12:00Z');
  await runAt('2026-12-06T09:12:00Z');
  expect((await state()).attempts).toMatchObject([{ state: 'paid' }]);
});

test('the balance after the charge is that of its day when charges are daily', async () => {
  const { portal, state, runAt } = await connected({ fee: 20_00, unit: 'day', balance: 200_00 });
  const { next } = await state();
  // Ten days are paid; three days before the end three charges of 20 ₽ are still ahead.
  expect(next).toMatchObject({ day: '2026-11-28', due_day: '2026-12-01' });
  expect(Number(next!.balance_after)).toBe(40 + Number(next!.amount));
  await runAt('2026-11-27T05:12:00Z');
  await runAt('2026-11-28T06:12:00Z');
  const account = (await portal.send(contract.internetAccount.get, {}, WHO)).body;
  expect(account).toMatchObject({ balance: next!.balance_after, lasts_until: next!.lasts_until });
});

test('skips the month that was shown, whatever was planned before', async () => {
  const { portal, accountId, state, set, runAt } = await connected({ fee: 20_00, unit: 'day', balance: 180_00 });
  await runAt('2026-11-26T07:12:00Z');
  expect((await state()).next).toMatchObject({ day: '2026-11-27', due_day: '2026-11-30' });
  const at = { now: portal.clock.now(), zone: 'Europe/Samara' };
  await portal.world.db.write((tx) =>
    credit(tx, { accountId, amount: kopecks(100_00), method: 'cash', reference: 'cash:1', text: 'Наличные' }, at),
  );
  await set({ days: 1 });
  const { next } = await state();
  expect(next).toMatchObject({ due_day: '2026-12-05' });
  const { body } = await portal.send(autopayment.skip, { body: { p: 'i' } }, WHO);
  expect(body).toMatchObject({ skipped: '2026-12', next: null });
});

test('switched off at once: nothing more is charged, not even a pending charge; the bank unbinds the account', async () => {
  const { portal, accountId, runAt, state, messages, count } = await connected();
  await runAt(NOTICE);
  portal.clock.set(new Date(CHARGE));
  await runAutopayments(portal.world, portal.clock.now());
  await portal.send(contract.payment.sbp, { query: { p: 'i', amount: '300' } }, WHO);
  const told = await messages();
  const off = () => portal.send(autopayment.off, { body: { p: 'i' } }, WHO);
  expect((await off()).body).toMatchObject({ state: 'none', ended: 'off' });
  expect((await off()).status).toBe(200);
  await portal.work();
  const bound = await portal.pool.query<{ id: string; state: string }>(
    'select subscription_id as id, state from sandbox_bank.subscription',
  );
  expect(bound.rows).toMatchObject([{ state: 'ended' }]);
  await deliver(portal);
  // That the bank has unbound it is no news.
  const unbound = { event_id: crypto.randomUUID(), subscription_id: bound.rows[0]!.id, subscription_state: 'ended' };
  expect(await noticed(portal, JSON.stringify(unbound), SANDBOX_SECRET)).toBe(200);
  expect(await balanceOf(portal.world, accountId)).toBe(100_00);
  expect((await state()).attempts).toMatchObject([
    { state: 'not_sent', text: 'Автоплатёж отключили раньше, деньги не списаны.' },
  ]);
  const { rows } = await portal.pool.query(
    `select state from sandbox_bank.subscription
     union all select state from autopayment_due union all select origin || ' ' || state from payment`,
  );
  expect(rows.map((one: { state: string }) => one.state).toSorted()).toEqual([
    'cancelled',
    'ended',
    'qr pending',
    'subscription expired',
  ]);
  expect([await messages(), await count('sandbox_bank.operation')]).toEqual([told, 0]);
});

test.each([
  ['announces the charge', 'announce', 'not_sent'],
  ['does not answer that it takes the money', 'take', 'waiting'],
] as const)('switched off while the bank %s: nothing is taken', async (_, step, left) => {
  const { portal, accountId, runAt, state, count } = await connected();
  const bank = portal.world.outside.subscriptions!;
  const off = () => portal.send(autopayment.off, { body: { p: 'i' } }, WHO);
  const announce = bank.announce.bind(bank);
  const take = bank.take.bind(bank);
  if (step === 'announce') bank.announce = async (order) => off().then(() => announce(order));
  else {
    bank.take = async () => {
      bank.take = take;
      await off();
      throw new Error('no answer');
    };
  }
  await charged({ runAt });
  portal.clock.advance(60_000);
  await portal.work();
  await deliver(portal);
  expect([await balanceOf(portal.world, accountId), await count('sandbox_bank.operation')]).toEqual([100_00, 0]);
  expect((await state()).attempts).toMatchObject([{ state: left }]);
});

test('a sum beyond the ceiling is not charged but announced once; a higher ceiling allows it', async () => {
  const { state, set, runAt, messages, count } = await connected({}, { ceiling: '300' });
  for (const hour of ['05', '06', '07']) await runAt(`2026-11-27T${hour}:12:00Z`);
  expect((await messages()).filter((title) => title === 'Автоплатёж не спишет деньги')).toHaveLength(1);
  expect(await state()).toMatchObject({ next: null, trouble: expect.stringContaining('поднимите предел') as string });
  expect((await set({ ceiling: '1000' })).body).toMatchObject({
    state: 'active',
    trouble: null,
    next: { amount: '529.00' },
  });
  expect(await count('autopayment_consent')).toBe(2);
  await runAt('2026-11-27T08:12:00Z');
  await runAt('2026-11-28T09:12:00Z');
  expect((await state()).attempts).toMatchObject([{ state: 'paid', amount: '529.00' }]);
});

test('a debt beyond the ceiling is told once, though its sum changes daily; another debt is told again', async () => {
  const { portal, accountId, runAt, messages } = await connected(
    { balance: -2000_00, creditLimit: 2000_00, blocked: true },
    { ceiling: '1000' },
  );
  const told = async () => (await messages()).filter((title) => title === 'Автоплатёж не спишет деньги').length;
  for (const day of ['21', '22', '23', '30']) await runAt(`2026-11-${day}T07:12:00Z`);
  expect(await told()).toBe(1);
  for (const day of ['01', '02']) await runAt(`2026-12-${day}T07:12:00Z`);
  expect(await told()).toBe(1);
  await portal.pool.query(`update account set debt_since = $1 where account_id = $2`, [portal.clock.now(), accountId]);
  for (const day of ['03', '04']) await runAt(`2026-12-${day}T07:12:00Z`);
  expect(await told()).toBe(2);
});

/** An autopayment of an account with a SIP line at 99 ₽ a month; `callFor` adds calls of so many roubles to the running month. */
async function withCalls(choice: object = {}) {
  const all = await connected({ telephone: true }, choice);
  const { portal } = all;
  const src = '78482551144';
  await addTariff(portal, { '79': 'mobile' }, [{ zone: 'mobile', price: 100 }]);
  await makeSipLine(portal, src);
  let made = 0;
  const callFor = (minutes: number) =>
    importTestRecords(portal, [
      { uniqueid: `sip-${(made += 1)}`, src, billsec: minutes * 60, start: '2026-11-26 10:00:00' },
    ]);
  return { ...all, callFor };
}

test('calls made after the notice do not put the charge off: what was told is taken, the rest is told and taken next', async () => {
  const { portal, state, runAt, callFor } = await withCalls();
  await callFor(101);
  await runAt(NOTICE);
  expect((await state()).next).toMatchObject({ day: '2026-11-28', amount: '133.00' });
  for (const day of [28, 29]) {
    await callFor(60);
    for (const hour of ['07', '08', '09']) await runAt(`2026-11-${day}T${hour}:12:00Z`);
  }
  expect((await state()).attempts).toMatchObject([
    { state: 'paid', amount: '60.00' },
    { state: 'paid', amount: '133.00' },
  ]);
  await runAt('2026-11-30T09:12:00Z');
  await runAt('2026-12-01T05:12:00Z');
  expect((await portal.pool.query('select state from service_user')).rows).toEqual([{ state: 'active' }]);
});

test('a sum beyond the ceiling that grows with calls is told once', async () => {
  const { runAt, messages, callFor } = await withCalls({ ceiling: '300' });
  for (const hour of ['05', '06', '07', '08']) {
    await callFor(hour === '05' ? 400 : 3);
    await runAt(`2026-11-27T${hour}:12:00Z`);
  }
  expect((await messages()).filter((title) => title === 'Автоплатёж не спишет деньги')).toHaveLength(1);
});

test('a charge whose day had no worker waits for the morning: the bank is not asked at night', async () => {
  const { runAt, state, count } = await connected();
  await runAt(NOTICE);
  for (const hour of ['18', '20', '23']) await runAt(`2026-11-28T${hour}:12:00Z`);
  await runAt('2026-11-29T05:59:00Z');
  expect(await count('autopayment_attempt')).toBe(0);
  await runAt('2026-11-29T06:12:00Z');
  expect((await state()).attempts).toMatchObject([{ state: 'paid', amount: '529.00' }]);
});

test('a charge of the last hour by day is begun by the run after it, on the day that was told', async () => {
  const { runAt, state } = await connected();
  await runAt('2026-11-27T16:59:30Z');
  const told = (await state()).next?.day;
  await runAt('2026-11-28T17:12:00Z');
  expect([told, (await state()).attempts]).toMatchObject(['2026-11-28', [{ state: 'paid' }]]);
});

test('does not charge a client who has paid', async () => {
  const { portal, runAt, state, count } = await connected();
  await runAt(NOTICE);
  const { body } = await portal.send(contract.payment.sbp, { query: { p: 'i', amount: '2000' } }, WHO);
  await tell(portal, { qrId: body.qr_id, amount: 2000_00 });
  await portal.work();
  await runAt(CHARGE);
  expect(await count('autopayment_attempt')).toBe(0);
  expect((await state()).next?.day.slice(0, 7)).toBe('2027-02');
});

test('plans nothing for money that lasts beyond the horizon', async () => {
  const { state, runAt, count } = await connected({ balance: 1_000_000_00 });
  const { next, trouble, offer } = await state();
  expect([next, trouble, offer.chosen]).toEqual([null, null, { ...offer.chosen, next: null, trouble: null }]);
  await runAt(NOTICE);
  expect(await count('autopayment_due')).toBe(0);
});

const DEBT: ClientShape = { balance: -628_50, creditLimit: 628_50, blocked: true };

test.each([
  ['below zero', DEBT, false],
  ['a fee that was not covered', { ...DEBT, balance: 100_00 }, true],
])('a debt (%s): shows before consent what will be charged, when, and what that restores', async (_, shape, isDue) => {
  const all = await opened(shape);
  const { portal, set, state, runAt, messages } = all;
  if (isDue) await portal.pool.query('delete from fee_charged');
  await portal.world.db.write((tx) => providerAccount(tx, 'revenue'));
  const { next: told } = (await state()).offer.chosen;
  expect(told).toMatchObject({ day: '2026-11-21', switches_on: ['Интернет дома'], try: 1 });
  expect(Number(told!.debt)).toBeGreaterThan(Number(told!.amount) - 1);

  const { body } = await set();
  await press(portal, body.connect!.payload, 'connect');
  await deliver(portal);
  expect((await state()).next).toEqual(told);
  expect(await messages()).toContain(`21 ноября спишем ${Math.round(Number(told!.amount))} ₽ по автоплатежу`);
  await runAt('2026-11-21T10:12:00Z');
  const account = (await portal.send(contract.internetAccount.get, {}, WHO)).body;
  expect((await state()).attempts).toMatchObject([{ amount: told!.amount, state: 'paid' }]);
  expect(account).toMatchObject({ balance: told!.balance_after, lasts_until: told!.lasts_until, blocked: false });
});

test('a planned charge that does not cover a new debt switches nothing on', async () => {
  const { portal, accountId, runAt, state } = await connected();
  await runAt(NOTICE);
  await portal.pool.query(
    `insert into one_time_charge (account_id, what, text, amount_kopecks, day) values ($1, 'document:9', 'Выезд', 100000, '2026-11-28')`,
    [accountId],
  );
  await runAt('2026-11-28T05:12:00Z');
  expect((await state()).next).toMatchObject({ amount: '529.00', debt: '900.00', switches_on: [] });
});

test('a debt beyond the ceiling is shown before consent', async () => {
  const { portal } = await opened(DEBT);
  const chosen = async (ceiling: string) =>
    (await portal.send(autopayment.get, { query: { p: 'i', ceiling } }, WHO)).body.offer.chosen;
  const beyond = await chosen('300');
  expect(beyond.next).toBeNull();
  expect(beyond.trouble?.replaceAll('\u00a0', ' ')).toBe(
    'Чтобы погасить долг на счёте «Интернет», нужно 629 ₽, а по вашему правилу в этом месяце можно списать не больше 300 ₽. ' +
      'Заплатите сами или поднимите предел.',
  );
  expect(await chosen('629')).toMatchObject({ next: { amount: '629.00', debt: '628.50' }, trouble: null });
});

test('after a new rule that makes a planned charge too early, the shown next charge is the one that happens', async () => {
  const { portal, runAt, set, state } = await connected();
  await runAt(NOTICE);
  const { chosen } = (await portal.send(autopayment.get, { query: { p: 'i', days: 1 } }, WHO)).body.offer;
  expect(chosen.next).toMatchObject({ day: '2026-11-30', amount: '529.00', debt: '0.00', switches_on: [] });
  await set({ days: 1 });
  expect((await state()).next).toEqual(chosen.next);
  await runAt(CHARGE);
  expect((await state()).attempts).toEqual([]);
  await runAt('2026-11-29T05:12:00Z');
  await runAt('2026-11-30T06:12:00Z');
  expect((await state()).attempts).toMatchObject([
    { amount: '529.00', state: 'paid', at: expect.stringContaining('2026-11-30') as string },
  ]);
});

test('is not offered when the bank cannot bind accounts', async () => {
  const portal = await testPortal({ template: 'empty' });
  await addClient(portal.world);
  delete (portal.world.outside as { subscriptions?: unknown }).subscriptions;
  const { body } = await portal.send(autopayment.get, { query: { p: 'i' } }, WHO);
  expect(body.available).toBe(false);
  const refused = await portal.send(autopayment.set, { body: { ...CHOICE, consent: body.offer.consent.version } }, WHO);
  expect([refused.status, refused.body.code]).toEqual([409, 'autopayment_unavailable']);
});

test('forty days of the job make one charge a month', async () => {
  const { portal, runAt, count } = await connected({ balance: 0 });
  for (let day = 0; day < 40; day += 1) {
    await runAt(new Date(Date.parse('2026-11-25T07:12:00Z') + day * DAY_MS).toISOString());
  }
  expect(await count('autopayment_attempt')).toBe(2);
  expect(await portal.world.db.read(verifyLedger)).toEqual([]);
});
