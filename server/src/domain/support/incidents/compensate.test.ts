import { expect, test } from 'vitest';
import { dayIn } from '@kabinet/contract/kernel/day';
import { verifyLedger } from '#server/domain/money/ledger/verify.ts';
import { AtOnce } from '../../../../test/portal/at-once.ts';
import { addClient, balanceOf, type ClientShape } from '../../../../test/portal/client.ts';
import { testPortal } from '../../../../test/portal/portal.ts';
import { compensate } from './compensate.ts';
import { insertIncident, insertPlace, type IncidentPlace } from './incident.queries.ts';
import type { ServiceKind } from '#server/domain/shared/service-kind.rules.ts';

const MINUTE_MS = 60_000;
const BEGAN = new Date('2026-11-10T06:00:00Z');
const TOWN: IncidentPlace = { town: 'Тестовый', district: null, street: null, house: null };
const HOUSE: IncidentPlace = { ...TOWN, street: 'Садовая', house: '1' };
/** A kopeck a minute in a month of thirty days. */
const FEE = 30 * 1440;

interface Over {
  readonly from: number | Date;
  readonly until: number | Date;
  /** Null: no money is given back. */
  readonly free?: number | null;
  readonly place?: IncidentPlace;
  readonly services?: readonly ServiceKind[];
}

const moment = (at: number | Date): Date => (typeof at === 'number' ? new Date(BEGAN.getTime() + at * MINUTE_MS) : at);

/** A client whose service costs a kopeck a minute, and incidents at his address that are over. */
async function afterIncidents(fee = FEE, shape: Pick<ClientShape, 'unit' | 'telephone'> = {}) {
  const atOnce = new AtOnce();
  const portal = await testPortal({ template: 'empty', throughDatabase: atOnce.throughDatabase });
  const { db, provider } = portal.world;
  const { accountId } = await addClient(portal.world, { balance: 1000_00, fee, ...shape });
  await portal.pool.query(`
    with made as (insert into street (town_id, name) select town_id, 'Садовая' from town returning street_id)
    update contract set street_id = made.street_id from made`);
  const at = () => ({ now: portal.clock.now(), zone: provider.time_zone });
  return {
    portal,
    over: ({ from, until, free = 0, place = TOWN, services = [] }: Over): Promise<number> =>
      db
        .write(async (tx) => {
          const made = {
            cause: 'Обрыв кабеля',
            services,
            beganAt: moment(from),
            plannedUntil: null,
            freeMinutes: free,
          };
          const id = await insertIncident(tx, made, portal.clock.now());
          expect(await insertPlace(tx, id, place)).toBe(true);
          return id;
        })
        .then(async (id) => {
          await portal.pool.query('update incident set ended_at = $2 where incident_id = $1', [id, moment(until)]);
          return id;
        }),
    compensate: (id: number) => compensate(db, id, at()),
    both: (one: number, other: number) =>
      atOnce.both(
        portal,
        () => compensate(db, one, at()),
        () => compensate(db, other, at()),
      ),
    given: async () => (await balanceOf(portal.world, accountId)) - 1000_00,
    /** The links of letters, in order. */
    told: async () => {
      const { rows } = await portal.pool.query<{ link: string }>(
        `select payload->>'link' as link from outbox_effect where kind = 'mail.send' order by effect_id`,
      );
      return rows.map(({ link }) => link);
    },
    /** To the account of the telephone. */
    givenToNumber: async () => {
      const { rows } = await portal.pool.query<{ balance: number }>(
        `select balance_kopecks::integer as balance from account where kind = 't'`,
      );
      return rows[0]?.balance;
    },
    books: () => db.read(verifyLedger),
    texts: async () => {
      const { rows } = await portal.pool.query<{ text: string }>(
        `select e.text from ledger_entry e join ledger_transaction t using (transaction_id)
         where t.reference like 'incident:%' and e.user_id is not null order by e.entry_id`,
      );
      return rows.map(({ text }) => text.replaceAll('\u00a0', ' '));
    },
    today: dayIn(provider.time_zone, portal.clock.now()),
  };
}

/** Every order in which the incidents can be compensated. */
const orders = (count: number): readonly (readonly number[])[] =>
  count === 2
    ? [
        [0, 1],
        [1, 0],
      ]
    : [
        [0, 1, 2],
        [0, 2, 1],
        [1, 0, 2],
        [1, 2, 0],
        [2, 0, 1],
        [2, 1, 0],
      ];

const CASES: readonly { of: string; incidents: readonly Over[]; minutes: number }[] = [
  {
    of: 'one failure that was published twice',
    minutes: 100,
    incidents: [
      { from: 0, until: 100 },
      { from: 0, until: 100 },
    ],
  },
  {
    of: 'a town and a house in it, whose times overlap',
    minutes: 170,
    incidents: [
      { from: 0, until: 100, free: 30 },
      { from: 50, until: 200, free: 30, place: HOUSE },
    ],
  },
  {
    of: 'an incident that was closed as needless within its free minutes',
    minutes: 170,
    incidents: [
      { from: 0, until: 20, free: 30, place: HOUSE },
      { from: 10, until: 200, free: 30 },
    ],
  },
  {
    of: 'an incident that joins two others',
    minutes: 270,
    incidents: [
      { from: 0, until: 100, free: 30 },
      { from: 150, until: 300, free: 30 },
      { from: 90, until: 160, free: 30 },
    ],
  },
  {
    of: 'incidents with different free minutes: what each has promised',
    minutes: 140,
    incidents: [
      { from: 0, until: 100, free: 60 },
      { from: 90, until: 200, free: 0 },
    ],
  },
  {
    of: 'a short incident within a long one',
    minutes: 300,
    incidents: [
      { from: 0, until: 300 },
      { from: 60, until: 120 },
    ],
  },
  {
    of: 'two failures with hours of service between them: free minutes of each',
    minutes: 140,
    incidents: [
      { from: 0, until: 100, free: 30 },
      { from: 200, until: 300, free: 30 },
    ],
  },
  {
    of: 'an incident beside one that gives nothing back',
    minutes: 50,
    incidents: [
      { from: 0, until: 100, free: null },
      { from: 50, until: 100 },
    ],
  },
  {
    of: 'an incident beside one of another service',
    minutes: 100,
    incidents: [
      { from: 0, until: 100, services: ['internet'] },
      { from: 0, until: 300, services: ['tv'] },
    ],
  },
];

test.each(CASES)('minutes are given back once, in any order: $of', async ({ incidents, minutes }) => {
  for (const order of orders(incidents.length)) {
    const office = await afterIncidents();
    const ids: number[] = [];
    for (const incident of incidents) ids.push(await office.over(incident));
    for (const index of order) {
      await office.compensate(ids[index]!);
      await office.compensate(ids[index]!);
    }
    expect(await office.given(), String(order)).toBe(minutes);
    expect(await office.books()).toEqual([]);
  }
});

test('a house is found however it is written', async () => {
  const office = await afterIncidents();
  await office.portal.pool.query(`update contract set house = '12 А'`);
  await office.compensate(await office.over({ from: 0, until: 100, place: { ...HOUSE, house: '12а' } }));
  await office.compensate(await office.over({ from: 0, until: 300, place: { ...HOUSE, house: '12' } }));
  expect(await office.given()).toBe(100);
});

test('two incidents that are compensated at once give the same minutes back once', async () => {
  const office = await afterIncidents();
  const one = await office.over({ from: 0, until: 100, free: 30 });
  const other = await office.over({ from: 20, until: 120, free: 30, place: HOUSE });
  await office.both(one, other);
  expect(await office.given()).toBe(90);
  expect(await office.books()).toEqual([]);
});

test('the history tells the minutes that this line gives back', async () => {
  const office = await afterIncidents();
  await office.compensate(await office.over({ from: 0, until: 100 }));
  await office.compensate(await office.over({ from: 40, until: 190 }));
  await office.compensate(await office.over({ from: 50, until: 60 }));
  expect(await office.texts()).toEqual([
    'Возврат за аварию 10 ноября: «Интернет дома», 1 ч 40 мин без услуги',
    'Возврат за аварию 10 ноября: «Интернет дома», 1 ч 30 мин без услуги',
  ]);
});

test('no more than the fee of a period is given back for it, however many incidents there were', async () => {
  const office = await afterIncidents();
  const [november, december] = [new Date('2026-10-31T20:00:00Z'), new Date('2026-11-30T20:00:00Z')];
  for (const place of [TOWN, HOUSE, TOWN]) {
    await office.compensate(await office.over({ from: november, until: december, place }));
  }
  expect(await office.given()).toBe(FEE);
});

test('days on which the service rested are not given back: nothing was charged for them', async () => {
  const office = await afterIncidents();
  // The eleventh and the twelfth are days of an ended suspension, the fourteenth is one of a pause made by the support.
  await office.portal.pool.query(`
    insert into suspension (user_id, from_day, until_day, state, made_at, paid_days, day_kopecks, start_kopecks)
      select user_id, from_day, until_day, made.state, now(), '{}', 0, 0
      from service_user, (values ('2026-11-11'::date, '2026-11-13'::date, 'ended'), ('2026-11-10', '2026-11-14', 'cancelled'))
        made (from_day, until_day, state);
    insert into service_past (user_id, contract_id, state, since_at, until_at)
      select user_id, contract_id, 'paused', '2026-11-14T08:00:00Z', '2026-11-15T08:00:00Z' from service_user`);
  const whole = { from: new Date('2026-11-09T20:00:00Z'), until: new Date('2026-11-15T20:00:00Z') };
  await office.compensate(await office.over(whole));
  await office.compensate(await office.over(whole));
  expect(await office.given()).toBe(3 * 1440);
  expect(await office.books()).toEqual([]);
});

test.each([
  ['off for a debt', 'blocked', 'debt', 4],
  ['closed by the provider', 'blocked', 'operator', 4],
  ['locked by wrong passwords, which is charged', 'blocked', 'login_locked', 6],
])('days on which a service or a number was %s', async (_, state, reason, days) => {
  const office = await afterIncidents(FEE, { telephone: true });
  await office.portal.pool.query(`update plan set price_kopecks = $1 where service_kind = 'telephone'`, [FEE]);
  // The day of its return is charged.
  await office.portal.pool.query(
    `insert into service_past (user_id, phone_number, contract_id, state, reason, since_at, until_at)
     select user_id, null, contract_id, $1, $2, '2026-11-11T20:05:00Z'::timestamptz, '2026-11-14T08:00:00Z'::timestamptz from service_user
     union all select null, phone_number, contract_id, $1, $2, '2026-11-11T20:05:00Z', '2026-11-14T08:00:00Z' from phone_number`,
    [state, reason],
  );
  const whole = { from: new Date('2026-11-09T20:00:00Z'), until: new Date('2026-11-15T20:00:00Z') };
  await office.compensate(await office.over(whole));
  expect([await office.given(), await office.givenToNumber()]).toEqual([days * 1440, days * 1440]);
  expect(await office.books()).toEqual([]);
});

test('each month of a long failure is given back by its own days', async () => {
  const office = await afterIncidents();
  const id = await office.over({ from: new Date('2026-02-21T20:00:00Z'), until: new Date('2026-04-06T20:00:00Z') });
  await office.compensate(id);
  // Seven days of 28, all of March, six of 30.
  expect(await office.given()).toBe(FEE / 4 + FEE + FEE / 5);
});

test('a plan that is paid by day is given back by day, with the options of the month', async () => {
  // Ten kopecks a minute of the plan, one of its option.
  const office = await afterIncidents(14_400, { unit: 'day' });
  await office.portal.pool.query(
    `with made as (insert into plan_option (plan_id, name, oferta, remarks, price_kopecks)
        select plan_id, 'Опция', '', '', $1 from service_user returning option_id)
     insert into user_option (user_id, option_id, status, since) select user_id, option_id, 'on', '2025-01-01' from service_user, made`,
    [FEE],
  );
  await office.compensate(await office.over({ from: 0, until: 100, free: 30 }));
  expect(await office.given()).toBe(70 * 11);
  // Two whole days, and a third which began before.
  await office.compensate(await office.over({ from: 60, until: 60 + 3 * 1440 }));
  expect(await office.given()).toBe((60 + 3 * 1440 - 30) * 11);
  expect(await office.books()).toEqual([]);
});

test('a telephone number is given back to its own account, each minute once', async () => {
  const office = await afterIncidents(FEE, { telephone: true });
  await office.portal.pool.query(`insert into contact values (200001, 'email', 'client@mail.example', 'active')`);
  // A kopeck a minute, too.
  await office.portal.pool.query(`update plan set price_kopecks = $1 where service_kind = 'telephone'`, [FEE]);
  const ofNumber = await office.over({ from: 0, until: 100, free: 30, services: ['telephone'] });
  const ofAll = await office.over({ from: 50, until: 200, free: 0 });
  const ofOther = await office.over({ from: 0, until: 500, services: ['sip', 'tv'] });
  for (const id of [ofNumber, ofAll, ofOther, ofNumber]) await office.compensate(id);
  expect([await office.given(), await office.givenToNumber()]).toEqual([150, 170]);
  expect(await office.told()).toEqual(['/payments-history/t', '/payments-history/i']);
  expect(await office.books()).toEqual([]);
  const { rows } = await office.portal.pool.query<{ text: string }>(
    `select text from ledger_entry where phone_number is not null and amount_kopecks > 0 order by entry_id`,
  );
  expect(rows.map(({ text }) => text.replaceAll('\u00a0', ' '))).toEqual([
    'Возврат за аварию 10 ноября: «+7 8482 55-11-22», 1 ч 10 мин без услуги',
    'Возврат за аварию 10 ноября: «+7 8482 55-11-22», 1 ч 40 мин без услуги',
  ]);
});

test('a number that is off for a debt is given nothing', async () => {
  const office = await afterIncidents(FEE, { telephone: true });
  await office.portal.pool.query(`update phone_number set state = 'blocked', reason = 'debt'`);
  await office.compensate(await office.over({ from: 0, until: 100 }));
  expect(await office.givenToNumber()).toBe(0);
});

test('the price of a pause is not given back', async () => {
  const office = await afterIncidents();
  await office.portal.pool.query(`
    insert into suspension (user_id, from_day, until_day, state, made_at, paid_days, day_kopecks, start_kopecks)
      select user_id, '2026-11-09', '2026-12-09', 'active', now(), '{[2026-11-09,2026-12-09)}', 14400, 0 from service_user;
    update service_user set state = 'paused'`);
  await office.compensate(await office.over({ from: 0, until: 100 }));
  expect(await office.given()).toBe(0);
});

test('parts of kopecks of many short failures do not add up to more than the minutes are worth', async () => {
  // 0.6 of a kopeck a minute.
  const office = await afterIncidents((FEE * 6) / 10);
  for (let index = 0; index < 10; index += 1) {
    await office.compensate(await office.over({ from: index * 60, until: index * 60 + 1 }));
  }
  expect(await office.given()).toBe(6);
});

test('PostgreSQL refuses to record a minute of a service twice', async () => {
  const office = await afterIncidents();
  await office.compensate(await office.over({ from: 0, until: 100 }));
  const other = await office.over({ from: 0, until: 100 });
  await expect(
    office.portal.pool.query(
      `insert into incident_compensation (incident_id, user_id, given)
       select $1, user_id, given from incident_compensation`,
      [other],
    ),
  ).rejects.toMatchObject({ constraint: 'incident_minutes_once' });
});
