import type pg from 'pg';
import type { Dice } from '../seeds/random.ts';

export interface SimCatalogue {
  readonly plans: Readonly<Record<string, readonly number[]>>;
  readonly optionsOf: ReadonlyMap<number, readonly number[]>;
  readonly userPrograms: readonly number[];
  readonly contractPrograms: readonly number[];
  /** Programs that clients switch; a starter creates a service. */
  readonly switched: Record<'userPrograms' | 'contractPrograms' | 'starters', readonly number[]>;
  /** Kopecks for an outgoing call of so many seconds, if all calls have one rate. */
  readonly callPrice?: (seconds: number) => number;
  /** Where clients may create mailboxes. */
  readonly mailDomain?: string;
}

type Query = (text: string, ...values: unknown[]) => Promise<number>;

/** Includes prices that do not divide evenly by the days of a month. */
const PRICES = [300_00, 333_33, 550_00, 1179_00, 99_99, 1] as const;
const DAILY = [19_00, 7_77, 1_01] as const;

export const askOf =
  (pool: pg.Pool): Query =>
  async (text, ...values) => {
    const { rows } = await pool.query<{ id: number }>(text, values);
    return Number(rows[0]?.id);
  };

export async function addSimCatalogue(pool: pg.Pool, dice: Dice): Promise<SimCatalogue> {
  const ask = askOf(pool);
  await ask(`insert into town (name) values ('Город') returning town_id as id`);
  const plans: Record<string, number[]> = {};
  const optionsOf = new Map<number, number[]>();
  const plan = async (kind: string, price: number, unit: string) => {
    const id = await ask(
      'insert into plan (service_kind, name, summary, price_kopecks, unit) values ($1, $2, $3, $4, $5) returning plan_id as id',
      kind,
      `${kind} ${price}`,
      '',
      price,
      unit,
    );
    plans[kind] = [...(plans[kind] ?? []), id];
    return id;
  };
  const addOptions = async (planId: number, prices: readonly number[]): Promise<void> => {
    const options: number[] = [];
    // One after another: of two at once, now one and now the other would get the first number.
    for (const price of prices) {
      options.push(
        await ask(
          `insert into plan_option (plan_id, name, oferta, remarks, price_kopecks) values ($1, 'Опция', '', '', $2) returning option_id as id`,
          planId,
          price,
        ),
      );
    }
    optionsOf.set(planId, options);
  };
  for (let number = 0; number < 4; number += 1) {
    const isDaily = number > 1 || dice.chance(20);
    const id = await plan('internet', isDaily ? dice.pick(DAILY) : dice.pick(PRICES), isDaily ? 'day' : 'month');
    await addOptions(id, [dice.pick(PRICES), dice.pick([10_00, 50_00])]);
  }
  for (const price of [250_00, 99_50]) await addOptions(await plan('tv', price, 'month'), [60_00, 0]);
  await addOptions(await plan('tv', dice.pick(DAILY), 'day'), [33_33]);
  const telephone = await plan('telephone', 250_00, dice.chance(70) ? 'month' : 'day');
  await addTariff(ask, [telephone, await plan('sip', 100_00, 'month'), await plan('sip', 5_55, 'day')]);
  await addMail(ask, dice, plan);
  for (const [id, kind, price] of [
    [1, 'tv', 49_00],
    [2, 'tv', 120_00],
    [3, 'contract', 30_00],
    [4, 'contract', 0],
    [5, 'tv', 77_77],
    [6, 'tv', 100_00],
    [7, 'tv', 0],
    [8, 'contract', 333_33],
  ] as const) {
    await ask(
      `insert into program (program_id, service_kind, name, summary, description, price_kopecks) values ($1, $2, 'Программа', '', '', $3) returning program_id as id`,
      id,
      kind,
      price,
    );
  }
  await addStarters(ask, dice, plans);
  await ask(
    `insert into program_pair (program_id, relation, other_id) values (5, 'needs', 6), (7, 'excludes', 6) returning program_id as id`,
  );
  return {
    plans,
    optionsOf,
    userPrograms: [1, 2],
    contractPrograms: [3, 4],
    switched: { userPrograms: [1, 5, 6, 7], contractPrograms: [3, 8], starters: [BOX, APPS] },
    callPrice,
    mailDomain: MAIL_DOMAIN,
  };
}

const [BOX, APPS] = [1252, 1010];

/** Adds two starter programs of TV, one with a visit and one without; each excludes the other. */
async function addStarters(ask: Query, dice: Dice, { tv = [] }: Record<string, readonly number[]>): Promise<void> {
  const goal = await ask(`insert into support_goal (goal_id, name) values (1, 'Подключение') returning goal_id as id`);
  const anyPlan = () => tv[dice.between(0, tv.length - 1)];
  for (const [id, price, plan, goalId] of [
    [BOX, dice.pick([0, 10_01]), anyPlan(), goal],
    [APPS, dice.pick([0, 33_00]), anyPlan(), null],
  ] as const) {
    await ask(
      `insert into program (program_id, service_kind, name, summary, description, price_kopecks, plan_id, visit_goal_id)
       values ($1, 'contract', 'ТВ', '', '', $2, $3, $4) returning program_id as id`,
      ...[id, price, plan, goalId],
    );
  }
  await ask(
    `insert into program_pair (program_id, relation, other_id) values ($1, 'excludes', $2) returning program_id as id`,
    ...[BOX, APPS],
  );
}

const MAIL_DOMAIN = 'pochta.example';

/** Adds plans of mailboxes: some mailboxes are free, and a few more cost money. */
async function addMail(
  ask: Query,
  dice: Dice,
  plan: (kind: string, price: number, unit: string) => Promise<number>,
): Promise<void> {
  await ask(`insert into mail_domain (domain) values ($1)`, MAIL_DOMAIN);
  for (const [price, boxes] of [
    [0, dice.between(1, 2)],
    [dice.pick([50_00, 33_33]), 2],
  ] as const) {
    const id = await plan('mail', price, 'month');
    await ask('insert into mail_plan (plan_id, quota_bytes, boxes) values ($1, $2, $3)', id, price + 1024 ** 3, boxes);
  }
}

/** A call to any zone has one rate; the emergency number is free. */
async function addTariff(ask: Query, plans: readonly number[]): Promise<void> {
  for (const [zone, prefix, access, price] of [
    ['all', '', 'home', 170],
    ['far', '810', 'abroad', 170],
    ['island', '8105', 'abroad', 170],
    ['help', '112', 'free', 0],
  ] as const) {
    await ask(`insert into call_zone (zone, name, position, access) values ($1, $1, 0, $2)`, zone, access);
    await ask(`insert into call_zone_prefix (prefix, zone) values ($1, $2)`, prefix, zone);
    for (const plan of plans)
      await ask(
        `insert into call_rate (plan_id, zone, direction, valid_from, unit_kopecks) values ($1, $2, 'out', '2020-01-01', $3)`,
        plan,
        zone,
        price,
      );
  }
}
/** Kopecks of a call of so many seconds, by started minutes. */
export const callPrice = (seconds: number): number => Math.ceil(seconds / 60) * 170;
