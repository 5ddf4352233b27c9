import type { Day } from '@kabinet/contract/kernel/day';
import type pg from 'pg';
import type { Dice } from '../seeds/random.ts';
import { askOf, type SimCatalogue } from './catalogue.ts';

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

const FIRST_CONTRACT = 300_001;
const BILLING_DAYS = [1, 1, 15, 28, 29, 30, 31] as const;

export async function addClients(
  pool: pg.Pool,
  dice: Dice,
  catalogue: SimCatalogue,
  today: Day,
  count: number,
): Promise<SimClient[]> {
  const clients: SimClient[] = [];
  for (let number = 0; number < count; number += 1) {
    clients.push(await addClient(pool, dice, catalogue, { contractId: FIRST_CONTRACT + number, today }));
  }
  return clients;
}

const MORE = [
  ['tv', 50],
  ['internet', 20],
  ['sip', 60],
] as const;
const anyKinds = (dice: Dice) => [
  'internet' as const,
  ...MORE.filter(([, chance]) => dice.chance(chance)).map(([kind]) => kind),
];

async function addClient(
  pool: pg.Pool,
  dice: Dice,
  catalogue: SimCatalogue,
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
  for (const kind of anyKinds(dice)) await openService(pool, dice, catalogue, client, kind, today);
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
  catalogue: SimCatalogue,
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
    kind === 'sip'
      ? `7848256${String(client.contractId).slice(-4)}`
      : `s${client.contractId}-${client.services.length}`,
    plans[dice.between(0, plans.length - 1)],
    today,
    promo,
    promo === null ? null : dice.between(1, 60),
  );
  client.services.push({ userId, accountId, kind });
}

/** Shorter than a provider's terms, so that several suspensions fit into the simulated days. */
export const termsBy = (dice: Dice) => ({
  shortest_days: dice.between(1, 3),
  longest_days: 18,
  free_days_a_year: dice.between(0, 12),
  day_price: dice.pick([0, 5_00, 7_77]),
  start_price: dice.pick([0, 100_01]),
  days_between: dice.between(0, 3),
  days_ahead: 10,
  early_return: dice.pick([{ price: 0 }, { price: 50_00 }, null]),
});
