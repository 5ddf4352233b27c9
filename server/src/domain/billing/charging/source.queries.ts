import type { Instant } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { sql, type Sql } from '#server/db/sql.ts';

/** Whose charging counts: ours, or that of another billing, which tells us balances and services (decision 0272). */
export type ChargingSource = 'own' | 'external';

/** Of whom a source is named; the nearest wins: of the contract, else of its town, else of the provider (decision 0292). */
export type ChargingScope = { readonly kind: 'provider' } | { readonly kind: 'town' | 'contract'; readonly id: number };

/** Whether another billing charges anybody, as a column. */
export const ANY_CHARGED_OUTSIDE = sql`exists (select from charging_source where source = 'external')`;

/** Whether another billing was ever asked for anything, as a column: what it, or the switch, has refused is told for a month. */
export const ASKED_OUTSIDE = sql`exists (select from billing_request)`;

export const isAnyChargedOutside = async (tx: Tx): Promise<boolean> =>
  (await tx.one<{ is: boolean }>(sql`select ${ANY_CHARGED_OUTSIDE} as is`)).is;

/** Whether another billing charges the whole provider, but for nearer sources. */
export const PROVIDER_CHARGED_OUTSIDE = sql`exists (
  select from charging_source where scope = 'provider' and source = 'external')`;

/** What a call is about; without any of it, about the provider. */
export interface NamedInCall {
  readonly contracts?: readonly number[];
  readonly userId?: number;
  readonly phoneNumber?: string;
  readonly accountNo?: string;
  readonly individualPriceId?: number;
  /** Of a contract that does not exist yet. */
  readonly town?: string;
}

/** Whether another billing charges what a call is about. */
export const isNamedOutside = async (tx: Tx, named: NamedInCall): Promise<boolean> => {
  const { contracts = [], userId, phoneNumber, accountNo, individualPriceId, town } = named;
  const { is } = await tx.one<{ is: boolean }>(sql`
    with named as (
      select unnest(${contracts}::bigint[]) as contract_id
      union all select contract_id from service_user where user_id = ${userId ?? null}::bigint
      union all select contract_id from phone_number where phone_number = ${phoneNumber ?? null}::text
      union all select contract_id from account where account_no = ${accountNo ?? null}::text
      union all select contract_id from individual_price
        where individual_price_id = ${individualPriceId ?? null}::bigint
    )
    select coalesce(
      (select bool_or(nearest_charging_source(c.contract_id, c.town_id) = 'external') from named join contract c using (contract_id)),
      nearest_charging_source(null, (select town_id from town where lower(name) = lower(${town ?? null}::text) limit 1)) = 'external') as is`);
  return is;
};

/** Whether a contract would be charged by somebody else in a town than it is now. */
export const wouldChangeSource = async (tx: Tx, contractId: number, townId: number): Promise<boolean> =>
  (
    await tx.one<{ is: boolean }>(sql`
      select nearest_charging_source(contract_id, ${townId}) <> nearest_charging_source(contract_id, town_id) as is
      from contract where contract_id = ${contractId}`)
  ).is;

/** A contract that comes of another one is charged by whoever charges that: it keeps the source of its own. */
export const inheritSource = (tx: Tx, { from, to }: { readonly from: number; readonly to: number }): Promise<number> =>
  tx.run(sql`
    insert into charging_source (scope, source, since, own_since, contract_id)
    select 'contract ' || ${to}::bigint, source, since, own_since, ${to} from charging_source where contract_id = ${from}`);

/** Whoever names a source, or a first day, waits for whoever does; new accounts and moves wait, too. Returns that of the provider. */
export const lockChargingSource = async (tx: Tx): Promise<ChargingSource> =>
  (
    await tx.one<{ source: ChargingSource }>(sql`
      select source from charging_source where scope = 'provider' for update`)
  ).source;

const scopeKey = (scope: ChargingScope): string =>
  scope.kind === 'provider' ? scope.kind : `${scope.kind} ${scope.id}`;

/** The source that is named for just this scope; undefined if none is. */
export const sourceOf = async (tx: Tx, scope: ChargingScope): Promise<ChargingSource | undefined> =>
  (
    await tx.maybe<{ source: ChargingSource }>(sql`
      select source from charging_source where scope = ${scopeKey(scope)}`)
  )?.source;

interface NamedSource {
  readonly source: ChargingSource;
  readonly now: Date;
  /** Of ours: the moment from which its calls are charged here; before it they are the other side's (decision 0301). */
  readonly ownSince: Date | null;
}

/** The accounts of the scope follow (migrations 0211 and 0214). */
export const setChargingSource = (
  tx: Tx,
  scope: ChargingScope,
  { source, now, ownSince }: NamedSource,
): Promise<number> =>
  tx.run(sql`
    insert into charging_source (scope, source, since, own_since, town_id, contract_id)
    values (${scopeKey(scope)}, ${source}, ${now}, ${ownSince}::timestamptz, ${scope.kind === 'town' ? scope.id : null}::integer,
      ${scope.kind === 'contract' ? scope.id : null}::bigint)
    on conflict (scope) do update set source = excluded.source, since = excluded.since, own_since = excluded.own_since`);

/** Without contracts for which a nearer source is named. */
const inScope = (scope: ChargingScope): Sql => {
  if (scope.kind === 'contract') return sql`c.contract_id = ${scope.id}`;
  const isFree = sql`not exists (select from charging_source s where s.contract_id = c.contract_id)`;
  if (scope.kind === 'town') return sql`c.town_id = ${scope.id} and ${isFree}`;
  return sql`${isFree} and not exists (select from charging_source s where s.town_id = c.town_id)`;
};

/** The accounts of a scope that the other side charges now, locked by id, as the charging run locks them. */
export const lockMoving = (
  tx: Tx,
  scope: ChargingScope,
  source: ChargingSource,
): Promise<{ account_id: number; contract_id: number }[]> =>
  tx.rows(sql`
    select a.account_id, c.contract_id from account a join contract c using (contract_id)
    where ${inScope(scope)} and a.charged_outside = ${source === 'own'}
    order by a.account_id for no key update of a`);

/** Whether we charge anybody. */
export const isAnyChargedHere = async (tx: Tx): Promise<boolean> =>
  (
    await tx.one<{ is: boolean }>(sql`
      select exists (select from account where contract_id is not null and not charged_outside) as is`)
  ).is;

/** A source that is named, and how many contracts it decides for. */
export interface NamedSourceRow {
  readonly source: ChargingSource;
  readonly town: string | null;
  readonly contract_id: number | null;
  readonly since: Instant;
  readonly contracts: number;
}

/** The provider’s first, then towns, then contracts. */
export const namedSources = (tx: Tx): Promise<NamedSourceRow[]> =>
  tx.rows(sql`
    select s.source, t.name as town, s.contract_id, s.since, (
      select count(*)::integer from contract c where case
        when s.contract_id is not null then c.contract_id = s.contract_id
        else (s.town_id is null or c.town_id = s.town_id)
          and not exists (select from charging_source x where x.contract_id = c.contract_id)
          and (s.town_id is not null or not exists (select from charging_source x where x.town_id = c.town_id)) end) as contracts
    from charging_source s left join town t using (town_id)
    order by s.contract_id is not null, s.town_id is not null, t.name, s.contract_id limit 1000`);
