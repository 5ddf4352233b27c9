import pg from 'pg';
import { describe, expect, test, vi } from 'vitest';
import { contract } from '@kabinet/contract';
import type { Wire } from '@kabinet/contract/kernel/call/call';
import { chargeUpTo } from '#server/domain/billing-run/charge-run.ts';
import { addClient, type ClientShape } from '../../../../test/portal/client.ts';
import { testPortal, type TestPortal } from '../../../../test/portal/portal.ts';

const { calendar, plan, promisedPayment, autopayment } = contract;
type Entry = Wire<typeof calendar.get>['entries'][number];

const entriesOf = async (portal: TestPortal, who: number, days = 60): Promise<Entry[]> => {
  const { status, body } = await portal.send(calendar.get, { query: { days } }, who);
  expect(status).toBe(200);
  return body.entries;
};
const ofKind = (entries: readonly Entry[], kind: Entry['kind']) => entries.filter((entry) => entry.kind === kind);
const kopecks = (money: string | null) => Math.round(Number(money) * 100);

test('lists every day in order, with what is planned and by whom', async () => {
  const portal = await testPortal();
  const { body } = await portal.send(calendar.get, {}, 100_004);
  expect([body.from, body.until]).toEqual(['2026-11-20', '2027-01-19']);
  const days = body.entries.map(({ day }) => day);
  expect(days).toEqual(days.toSorted());
  const seen = body.entries.map(({ day, kind, title, by }) => [day, kind, title.replaceAll('\u00a0', ' '), by]);
  expect(seen).toEqual(
    expect.arrayContaining([
      ['2026-12-01', 'plan', 'Новый тариф «Волга 300»', 'client'],
      ['2026-12-01', 'program', 'Включится «Антивирус на 3 устройства»', null],
      ['2026-12-01', 'charge', 'Плата за услуги', null],
    ]),
  );
});

test('lists nothing beyond the last requested day', async () => {
  const portal = await testPortal();
  const entries = await entriesOf(portal, 100_004, 5);
  expect(entries.length).toBeGreaterThan(0);
  expect(entries.every(({ day, last_day }) => (last_day ?? day) <= '2026-11-25')).toBe(true);
  for (const days of [0, 367]) {
    expect((await portal.send(calendar.get, { query: { days } }, 100_004)).status).toBe(422);
  }
});

describe('the running balance', () => {
  /** The last charge that the money covers, after each entry has been added up. */
  async function lastCovered(portal: TestPortal, who: number): Promise<{ who: number; day: string; balance: string }> {
    const { body: account } = await portal.send(contract.internetAccount.get, {}, who);
    const money = (await entriesOf(portal, who, 40)).filter(({ p, amount }) => p === 'i' && amount !== null);
    let balance = kopecks(account.balance);
    for (const { amount, balance_after } of money) {
      balance += kopecks(amount);
      expect(kopecks(balance_after)).toBe(balance);
    }
    const last = money.findLast(({ missing }) => missing === null)!;
    return { who, day: last.last_day ?? last.day, balance: last.balance_after! };
  }

  test('of each contract equals the balance after the charging runs', async () => {
    const portal = await testPortal();
    const foretold = [];
    for (const who of [100_001, 100_003, 100_004, 100_005]) foretold.push(await lastCovered(portal, who));
    for (const { who, day, balance } of foretold.toSorted((a, b) => a.day.localeCompare(b.day))) {
      portal.clock.set(new Date(`${day}T12:00:00Z`));
      await chargeUpTo(portal.world, { mostChunks: 1000 });
      const { body } = await portal.send(contract.internetAccount.get, {}, who);
      expect([who, day, body.balance]).toEqual([who, day, balance]);
    }
  });

  test('merges daily charges into one entry, cut at the end of the calendar', async () => {
    const portal = await testPortal({ template: 'empty' });
    await addClient(portal.world, { unit: 'day', fee: 20_00, balance: 1000_00 });
    const entries = await entriesOf(portal, 200_001, 10);
    expect(entries).toMatchObject([
      { kind: 'charge', day: '2026-11-21', last_day: null, amount: '-20.00', balance_after: '980.00' },
      { kind: 'charge', day: '2026-11-22', last_day: '2026-11-30', amount: '-180.00', balance_after: '800.00' },
    ]);
  });

  test('ends with the first uncovered charge, with the missing sum', async () => {
    const portal = await testPortal({ template: 'empty' });
    await addClient(portal.world, { fee: 600_00, balance: 700_00 });
    expect(await entriesOf(portal, 200_001)).toMatchObject([
      { day: '2026-12-01', missing: null, balance_after: '100.00' },
      { day: '2027-01-01', missing: '500.00', text: 'Не хватит 500\u00a0₽: услуги отключатся' },
    ]);
  });

  test('lists no charges while services are off for debt', async () => {
    const portal = await testPortal();
    expect(ofKind(await entriesOf(portal, 100_002), 'charge')).toEqual([]);
  });
});

describe('undo', () => {
  const planned = async (portal: TestPortal) => ofKind(await entriesOf(portal, 100_004), 'plan');

  test('cancels a change of plan before its day by the call that the entry names', async () => {
    const portal = await testPortal();
    const [entry] = await planned(portal);
    expect(entry).toMatchObject({
      undo: { does: 'cancel_plan', until: '2026-11-30T20:00:00.000Z' },
      undo_reason: null,
    });
    const [service] = entry?.services ?? [];
    expect(service?.name).toBe('Интернет');
    await portal.send(plan.delayCancel, { body: { user_id: service?.user_id ?? 0 } }, 100_004);
    expect(await planned(portal)).toEqual([]);
  });

  test('marks what the provider has planned, without a call to undo it', async () => {
    const portal = await testPortal();
    await portal.pool.query(`update plan_change set made_by = 'operator' where state = 'planned'`);
    const [entry] = await planned(portal);
    expect(entry).toMatchObject({
      by: 'operator',
      undo: null,
      undo_reason: expect.stringMatching('поддержка') as string,
    });
  });

  test("keeps an option that ends by its call; one that its service's state forbids has a reason", async () => {
    const portal = await testPortal();
    const options = async () => ofKind(await entriesOf(portal, 100_001), 'option');
    const [entry] = await options();
    expect(entry).toMatchObject({ title: 'Отключится «Родительский фильтр»', undo: { does: 'keep_option' } });
    const user_id = entry?.services[0]?.user_id ?? 0;
    await portal.pool.query(`update service_user set state = 'blocked', reason = 'abuse' where user_id = $1`, [
      user_id,
    ]);
    expect((await options())[0]).toMatchObject({
      undo: null,
      undo_reason: expect.stringMatching('Позвоните') as string,
    });
    await portal.pool.query(`update service_user set state = 'active', reason = null where user_id = $1`, [user_id]);
    const option_id = entry?.undo?.option_id ?? 0;
    const { status } = await portal.send(plan.changeOption, { body: { user_id, option_id, status: 'on' } }, 100_001);
    expect(status).toBe(200);
    expect(await options()).toEqual([]);
  });

  const programs = async (portal: TestPortal, who: number) => ofKind(await entriesOf(portal, who), 'program');

  test('drops a program that is to be switched on by its call', async () => {
    const portal = await testPortal();
    const [entry] = await programs(portal, 100_004);
    expect(entry).toMatchObject({ services: [{ name: 'Интернет' }], undo: { does: 'drop_program' } });
    const asked = { programm_id: entry?.undo?.programm_id ?? 0, status: 'off' } as const;
    const [{ user_id } = { user_id: 0 }] = entry?.services ?? [];
    const { status } = await portal.send(contract.user.changeProgram, { body: { ...asked, user_id } }, 100_004);
    expect([status, await programs(portal, 100_004)]).toEqual([200, []]);
  });

  test('keeps a program of the contract that ends, unless another that it needs is off', async () => {
    const portal = await testPortal();
    await portal.pool.query(
      `update contract_program set status = 'off_pending', changes_on = '2026-12-01' where contract_id = 100001`,
    );
    const [own] = await programs(portal, 100_001);
    expect(own).toMatchObject({ services: [], undo: { does: 'keep_program' } });
    await portal.pool.query(
      `insert into program_pair (program_id, relation, other_id)
       select $1, 'needs', program_id from program where program_id <> $1 limit 1
       on conflict (program_id, other_id) do update set relation = 'needs'`,
      [own?.undo?.programm_id],
    );
    expect((await programs(portal, 100_001))[0]).toMatchObject({
      undo: null,
      undo_reason: expect.stringMatching('Сначала оставьте') as string,
    });
  });

  test('a promised payment cannot be taken back, only paid', async () => {
    const portal = await testPortal();
    const taken = await portal.send(promisedPayment.take, { body: { p: 'i' } }, 100_002);
    const [entry] = ofKind(await entriesOf(portal, 100_002), 'promise');
    expect(entry).toMatchObject({ day: taken.body.active?.last_day, undo: null });
    expect(entry?.text).toContain(String(Math.trunc(Number(taken.body.active?.to_pay))));
    expect(entry?.undo_reason).toMatch('погасить раньше');
  });
});

describe('an autopayment', () => {
  async function withAutopayment(shape: ClientShape = { fee: 600_00, balance: 100_00 }) {
    const portal = await testPortal({ template: 'empty' });
    const { accountId } = await addClient(portal.world, shape);
    await portal.pool.query(
      `insert into autopayment (account_id, autopayment_id, acquirer, state, days_ahead, ceiling_kopecks, created_at, expires_at,
         connected_at, subscription_id)
       values ($1, gen_random_uuid(), 'sandbox', 'active', 3, 200000, $2, $2, $2, 'bound')`,
      [accountId, portal.clock.now()],
    );
    return portal;
  }

  test('is listed before the charge that it covers, and its call skips it', async () => {
    const portal = await withAutopayment();
    const entries = await entriesOf(portal, 200_001, 30);
    expect(entries).toMatchObject([
      {
        kind: 'autopayment',
        day: '2026-11-28',
        amount: '500.00',
        balance_after: '600.00',
        undo: { does: 'skip_autopayment' },
      },
      { kind: 'charge', day: '2026-12-01', amount: '-600.00', balance_after: '0.00', missing: null },
    ]);
    await portal.send(autopayment.skip, { body: { p: 'i', skip: true } }, 200_001);
    expect(await entriesOf(portal, 200_001, 30)).toMatchObject([{ kind: 'charge', missing: '500.00' }]);
  });

  test('does not change the balance before its day', async () => {
    const portal = await withAutopayment({ unit: 'day', fee: 20_00, balance: 100_00 });
    const entries = await entriesOf(portal, 200_001, 10);
    expect(entries).toMatchObject([
      { kind: 'charge', day: '2026-11-21', balance_after: '80.00' },
      { kind: 'charge', day: '2026-11-22', last_day: '2026-11-30', balance_after: '500.00' },
      { kind: 'autopayment', day: '2026-11-23', amount: '600.00', balance_after: '640.00' },
    ]);
  });

  test('cannot be skipped while the bank processes it', async () => {
    const portal = await withAutopayment();
    await portal.pool.query(
      `insert into autopayment_due (autopayment_id, period, number, due_day, amount_kopecks, state, noticed_at, charge_at)
       select autopayment_id, '2026-12', 1, '2026-12-01', 50000, 'charging', $1, $1::timestamptz + interval '1 day' from autopayment`,
      [portal.clock.now()],
    );
    const [entry] = ofKind(await entriesOf(portal, 200_001), 'autopayment');
    expect(entry).toMatchObject({ undo: null, undo_reason: 'Банк уже проводит этот платёж' });
    const refused = await portal.send(autopayment.skip, { body: { p: 'i', skip: true } }, 200_001);
    expect(refused.body.code).toBe('autopayment_under_way');
  });
});

describe('services', () => {
  test('are merged into one entry if nothing else differs, without closed numbers', async () => {
    const portal = await testPortal();
    await portal.pool.query(
      `update phone_number set promo_kopecks = 100, promo_until = '2026-12-10', state = 'closed', reason = null, closed_on = '2026-11-19'
       where contract_id = 100005`,
    );
    await portal.pool.query(
      `update service_user set promo_kopecks = 100, promo_until = '2026-12-10' where contract_id = 100005 and user_type = 'sip'`,
    );
    const [entry, ...others] = ofKind(await entriesOf(portal, 100_005), 'promotion');
    expect([entry?.services.length, others]).toEqual([24, []]);
    expect(entry?.title).toBe('Закончится акция');
  });

  test('are named by a new price, and each number has its own', async () => {
    const portal = await testPortal();
    const planned = (kind: 'plan' | 'option', id: string) =>
      portal.pool.query(
        `insert into price_change (sold_kind, ${kind}_id, from_day, price_kopecks, planned_by, planned_at)
         select '${kind}', ${id}, '2026-12-05', 77700, 'Анна', now()`,
      );
    await portal.pool.query(
      `update phone_number set plan_id = (select min(plan_id) from phone_number where contract_id = 100001) where contract_id = 100001`,
    );
    await planned('plan', '(select min(plan_id) from phone_number where contract_id = 100001)');
    await planned(
      'option',
      '(select min(option_id) from user_option join service_user using (user_id) where contract_id = 100001)',
    );
    const told = ofKind(await entriesOf(portal, 100_001), 'price').map(({ services, text }) => [
      services.map(({ name }) => name).join(),
      text.replaceAll('\u00a0', ' ').split('. ')[0],
    ]);
    expect(told.toSorted()).toEqual([
      ['', 'Номер +7 8482 00-31-07'],
      ['', 'Номер +7 8482 00-31-17'],
      ['Интернет', expect.stringMatching(/^777 ₽ в месяц, на /)],
    ]);
  });

  test('return from a pause on their day; a planned pause begins before, and can be cancelled', async () => {
    const portal = await testPortal();
    const [returning] = ofKind(await entriesOf(portal, 100_001), 'return');
    expect(returning).toMatchObject({
      day: '2026-12-01',
      services: [{ name: 'SIP-телефония' }],
      by: 'client',
      undo: null,
    });
    await portal.pool.query(
      `insert into suspension (user_id, from_day, until_day, state, made_at, paid_days, day_kopecks, start_kopecks)
       select user_id, '2026-12-05', '2026-12-20', 'planned', now(), '{}', 0, 0
       from service_user where contract_id = 100001 and user_type = 'isg'`,
    );
    const entries = await entriesOf(portal, 100_001);
    expect(ofKind(entries, 'suspension')).toMatchObject([
      { day: '2026-12-05', undo: { does: 'cancel_suspension', until: '2026-12-04T20:00:00.000Z' } },
    ]);
    expect(ofKind(entries, 'return').map(({ day }) => day)).toEqual(['2026-12-01', '2026-12-20']);
  });

  test('that change during a pause show the return, even beyond the calendar', async () => {
    const portal = await testPortal();
    const texts = async (days: number) =>
      ofKind(await entriesOf(portal, 100_004, days), 'plan').map(({ text }) => text.replaceAll('\u00a0', ' '));
    const pauseFrom = (from: string) =>
      portal.pool.query(
        `insert into suspension (user_id, from_day, until_day, state, made_at, paid_days, day_kopecks, start_kopecks)
         select user_id, $1, '2026-12-10', 'planned', now(), '{}', 0, 0
         from service_user where contract_id = 100004 and user_type = 'isg'`,
        [from],
      );
    await pauseFrom('2026-12-02');
    const alone = '300 Мбит/с, 550 ₽ в месяц. Отключатся опции: Родительский фильтр';
    expect(await texts(30)).toEqual([alone]);
    await portal.pool.query('delete from suspension');
    await pauseFrom('2026-12-01');
    const met = `${alone}. Услуга будет на паузе и 10 декабря вернётся уже с этим изменением`;
    expect([await texts(30), await texts(12)]).toEqual([[met], [met]]);
  });

  test('of other contracts are not visible', async () => {
    const portal = await testPortal();
    for (const who of [100_001, 100_004]) {
      const { rows } = await portal.pool.query<{ user_id: string }>(
        'select user_id from service_user where contract_id = $1',
        [who],
      );
      const own = new Set(rows.map(({ user_id }) => Number(user_id)));
      const seen = (await entriesOf(portal, who)).flatMap(({ services }) => services.map(({ user_id }) => user_id));
      expect(seen.length).toBeGreaterThan(0);
      expect(seen.filter((id) => !own.has(id))).toEqual([]);
    }
  });

  test('of a large company take no more statements', async () => {
    const portal = await testPortal();
    const statements = async (who: number) => {
      await portal.tokenOf(who);
      const spy = vi.spyOn(pg.Client.prototype, 'query');
      await entriesOf(portal, who);
      // The process looks for signals beside.
      const count = spy.mock.calls.filter(([query]: readonly unknown[]) => !String(query).includes('signals')).length;
      spy.mockRestore();
      return count;
    };
    expect(await statements(100_005)).toBe(await statements(100_001));
  });
});
