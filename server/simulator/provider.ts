import type { Day } from '@kabinet/contract/kernel/day';
import type pg from 'pg';
import type { Dice } from '../seeds/random.ts';

/** A service of a simulated client. */
export interface SimService {
  readonly userId: number;
  readonly accountId: number;
  /** The kind of its plan. */
  readonly kind: 'internet' | 'tv' | 'sip' | 'mail';
}

export interface SimClient {
  readonly contractId: number;
  readonly accounts: readonly SimAccount[];
  readonly services: SimService[];
  readonly numbers: readonly string[];
}
interface SimAccount {
  readonly accountId: number;
  readonly no: string;
  readonly kind: 'i' | 't';
}

export interface Catalogue {
  readonly plans: Readonly<Record<string, readonly number[]>>;
  readonly optionsOf: ReadonlyMap<number, readonly number[]>;
  readonly userPrograms: readonly number[];
  readonly contractPrograms: readonly number[];
  /** Programs that clients switch; a starter creates a service. */
  readonly switched: Record<'userPrograms' | 'contractPrograms' | 'starters', readonly number[]>;
  /** Kopecks for an outgoing call of so many seconds, if all calls have one rate. */
  readonly callPrice?: (seconds: number) => number;
}

type Query = (text: string, ...values: unknown[]) => Promise<number>;

/** Includes prices that do not divide evenly by the days of a month. */
const PRICES = [300_00, 333_33, 550_00, 1179_00, 99_99, 1] as const;
const DAILY = [19_00, 7_77, 1_01] as const;

const askOf =
  (pool: pg.Pool): Query =>
  async (text, ...values) => {
    const { rows } = await pool.query<{ id: number }>(text, values);
    return Number(rows[0]?.id);
  };

export async function addCatalogue(pool: pg.Pool, dice: Dice): Promise<Catalogue> {
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
    const options = prices.map((price) =>
      ask(
        `insert into plan_option (plan_id, name, oferta, remarks, price_kopecks) values ($1, 'Опция', '', '', $2) returning option_id as id`,
        planId,
        price,
      ),
    );
    optionsOf.set(planId, await Promise.all(options));
  };
  for (let number = 0; number < 4; number += 1) {
    const isDaily = number > 1 || dice.chance(20);
    const id = await plan('internet', isDaily ? dice.pick(DAILY) : dice.pick(PRICES), isDaily ? 'day' : 'month');
    await addOptions(id, [dice.pick(PRICES), dice.pick([10_00, 50_00])]);
  }
  for (const price of [250_00, 99_50]) await addOptions(await plan('tv', price, 'month'), [60_00, 0]);
  await addOptions(await plan('tv', dice.pick(DAILY), 'day'), [33_33]);
  await plan('sip', 100_00, 'month');
  const telephone = await plan('telephone', 250_00, dice.chance(70) ? 'month' : 'day');
  await addTariff(ask, telephone);
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
  };
}

const [BOX, APPS] = [1252, 1010];

/** TV with a visit, and at once; one excludes the other. */
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

/** All calls have one rate. */
async function addTariff(ask: Query, plan: number): Promise<void> {
  await ask(`insert into call_zone (zone, name, position) values ('all', 'Все', 0)`);
  await ask(`insert into call_zone_prefix (prefix, zone) values ('', 'all')`);
  await ask(
    `insert into call_rate (plan_id, zone, direction, valid_from, unit_kopecks) values ($1, 'all', 'out', '2020-01-01', 170)`,
    plan,
  );
}
/** By the started minute. */
const callPrice = (seconds: number): number => Math.ceil(seconds / 60) * 170;

const FIRST_CONTRACT = 300_001;
const BILLING_DAYS = [1, 1, 15, 28, 29, 30, 31] as const;

export async function addClients(
  pool: pg.Pool,
  dice: Dice,
  catalogue: Catalogue,
  today: Day,
  count: number,
): Promise<SimClient[]> {
  const clients: SimClient[] = [];
  for (let number = 0; number < count; number += 1) {
    clients.push(await addClient(pool, dice, catalogue, { contractId: FIRST_CONTRACT + number, today }));
  }
  return clients;
}

async function addClient(
  pool: pg.Pool,
  dice: Dice,
  catalogue: Catalogue,
  { contractId, today }: { contractId: number; today: Day },
): Promise<SimClient> {
  const ask = askOf(pool);
  await ask(
    `insert into contract (contract_id, client_name, client_name_io, client_name_short, town_id, house, billing_day, opened_on)
     select $1, 'Клиентов Клиент', 'Клиент', 'Клиентов К.', min(town_id), '1', $2, '2024-01-01' from town`,
    contractId,
    dice.chance(40) ? dice.between(1, 31) : dice.pick(BILLING_DAYS),
  );
  const account = async (kind: 'i' | 't', no: string) => {
    const limit = dice.chance(30) ? dice.between(1, 600) * 100 : 0;
    const accountId = await ask(
      'insert into account (kind, contract_id, account_no, credit_limit_kopecks) values ($1, $2, $3, $4) returning account_id as id',
      kind,
      contractId,
      no,
      limit,
    );
    return { accountId, no, kind };
  };
  const internet = await account('i', `${contractId}1`);
  const services: SimService[] = [];
  const client: SimClient = {
    contractId,
    accounts: dice.chance(50) ? [internet, await account('t', `${contractId}2`)] : [internet],
    services,
    numbers: [`7848255${String(contractId).slice(-4)}`],
  };
  const kinds: SimService['kind'][] = ['internet'];
  if (dice.chance(50)) kinds.push('tv');
  if (dice.chance(20)) kinds.push('internet');
  for (const kind of kinds) await openService(pool, dice, catalogue, client, kind, today);
  const telephone = client.accounts[1];
  if (!telephone) return { ...client, numbers: [] };
  await ask(
    `insert into phone_number (phone_number, contract_id, account_id, plan_id, state, opened_on) values ($1, $2, $3, $4, 'active', '2024-01-01')`,
    client.numbers[0],
    contractId,
    telephone.accountId,
    catalogue.plans['telephone']?.[0],
  );
  return client;
}

const USER_TYPES = { internet: 'isg', tv: 'tv', sip: 'sip', mail: 'mail' } as const;

/** A new service account works from today; a promotion may reduce its price for a while. */
export async function openService(
  pool: pg.Pool,
  dice: Dice,
  catalogue: Catalogue,
  client: SimClient,
  kind: SimService['kind'],
  today: Day,
): Promise<void> {
  const accountId = client.accounts[0]?.accountId ?? 0;
  const plans = catalogue.plans[kind] ?? [];
  const promo = dice.chance(25) ? dice.pick([0, 1_00, 150_01]) : null;
  const userId = await askOf(pool)(
    `insert into service_user (contract_id, account_id, user_type, name, login, address, state, state_since, plan_id, opened_on, promo_kopecks, promo_until)
     values ($1, $2, $3, 'Услуга', $4, '', case when (select debt_since from account where account_id = $2) is null then 'active' else 'connecting' end,
       now(), $5, $6, $7, $6::date + $8::integer) returning user_id as id`,
    client.contractId,
    accountId,
    USER_TYPES[kind],
    `s${client.contractId}-${client.services.length}`,
    plans[dice.between(0, plans.length - 1)],
    today,
    promo,
    promo === null ? null : dice.between(1, 60),
  );
  client.services.push({ userId, accountId, kind });
}
