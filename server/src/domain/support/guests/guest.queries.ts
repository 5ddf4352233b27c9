import type { Day, Instant } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { planPriceOn, priceAfter } from '#server/domain/services/price/price-on.queries.ts';
import type { ComingPrice } from '#server/domain/services/price/coming.rules.ts';
import { sql } from '#server/db/sql.ts';

/** Cities; the one with this name, or else the default one, comes first. */
export const cities = (tx: Tx, first: string | undefined): Promise<{ city_id: number; city_name: string }[]> =>
  tx.rows(sql`
    select town_id as city_id, name as city_name from town where closed_at is null
    order by name = ${first ?? 'Тольятти'} desc, is_default desc, name`);

const MOST_STREETS = 20;
const escaped = (words: string): string => words.replace(/[\\%_]/g, '\\$&');

export interface StreetRow {
  street_id: number;
  name: string;
  district: string | null;
}

/** Streets whose name, or a later word of it, or the name of before, begins so; names that begin so come first. */
export const streetsOf = (tx: Tx, cityId: number, typed: string): Promise<StreetRow[]> => {
  const start = `${escaped(typed.trim().toLowerCase().replaceAll('ё', 'е'))}%`;
  return tx.rows(sql`
    select street_id, name, district from street
    where town_id = ${cityId} and closed_at is null
      and (replace(lower(name), 'ё', 'е') like ${start} or replace(lower(name), 'ё', 'е') like ${`% ${start}`}
        or exists (
          select from former_place_name f
          where f.street_id = street.street_id
            and (replace(lower(f.name), 'ё', 'е') like ${start} or replace(lower(f.name), 'ё', 'е') like ${`% ${start}`})))
    order by replace(lower(name), 'ё', 'е') like ${start} desc, name limit ${MOST_STREETS}`);
};

export const streetById = (tx: Tx, streetId: number): Promise<{ street_id: number; town_id: number } | undefined> =>
  tx.maybe(sql`select street_id, town_id from street where street_id = ${streetId}`);

export const streetNamed = (tx: Tx, townId: number, name: string): Promise<{ street_id: number } | undefined> =>
  tx.maybe(sql`
    select street_id from street
    where town_id = ${townId} and (lower(name) = lower(${name}) or exists (
      select from former_place_name f where f.street_id = street.street_id and lower(f.name) = lower(${name})))
    order by lower(name) = lower(${name}) desc limit 1`);

export async function hasTown(tx: Tx, townId: number): Promise<boolean> {
  return (await tx.maybe(sql`select from town where town_id = ${townId}`)) !== undefined;
}

export interface HouseCoverage {
  state: 'connected' | 'planned';
  ready_on: Day | null;
  most_kbps: number | null;
}

export const coverageOf = (tx: Tx, streetId: number, house: string): Promise<HouseCoverage | undefined> =>
  tx.maybe(sql`
    select state, ready_on, most_kbps from coverage
    where street_id = ${streetId} and house_key(house) = house_key(${house}) and closed_at is null
      and not exists (
        select from street s join town t using (town_id)
        where s.street_id = coverage.street_id and (s.closed_at is not null or t.closed_at is not null))
    order by house = ${house} desc, house limit 1`);

export async function waitingAt(tx: Tx, streetId: number, house: string): Promise<number> {
  const { count } = await tx.one<{ count: number }>(sql`
    select count(*) from new_client
    where street_id = ${streetId} and house_key(house) = house_key(${house}) and done_at is null`);
  return count;
}

export interface GuestPlanRow {
  plan_id: number;
  service_kind: 'internet' | 'tv' | 'sip' | 'mail' | 'telephone';
  name: string;
  summary: string;
  price: Kopecks;
  /** The next price. */
  coming: ComingPrice | null;
  unit: 'month' | 'day';
  speed_mbit: number | null;
}

/** Plans that a home, or an office, can have. */
export const soldPlans = (tx: Tx, today: Day, audience: 'home' | 'office'): Promise<GuestPlanRow[]> =>
  tx.rows(sql`
    select plan_id, service_kind, name, summary, ${planPriceOn(sql`plan`, sql`${today}::date`)} as price,
      ${priceAfter(sql`'plan'`, sql`plan.plan_id`, sql`${today}::date`)} as coming, unit, speed_mbit
    from plan
    where not is_archived and audience = ${audience} and service_kind in ('internet', 'tv')
    order by service_kind, price, plan_id`);

export interface GuestConsent {
  readonly purpose: 'call_back' | 'new_client';
  readonly version: string;
  readonly text: string;
  readonly phone: string;
  readonly now: Date;
  readonly ip: string;
  readonly browser: string;
}

/** Records what somebody agreed to. */
export async function insertConsent(tx: Tx, given: GuestConsent): Promise<number> {
  const { consent_id } = await tx.one<{ consent_id: number }>(sql`
    insert into contact_consent (purpose, version, text, phone, given_at, ip, browser)
    values (${given.purpose}, ${given.version}, ${given.text}, ${given.phone}, ${given.now}, ${given.ip},
      left(${given.browser}, 300))
    returning consent_id`);
  return consent_id;
}

export type CallBackResult = 'called' | 'no_answer' | 'refused';
export type NewClientResult = 'signed' | 'impossible' | 'refused' | 'no_answer';

/** The outcome of a request. */
interface Handled<Result> {
  taken_by: string | null;
  taken_at: Instant | null;
  /** Null: the request is open, or it ended before results were stored. */
  result: Result | null;
  /** What was agreed with the client. */
  note: string | null;
  done_at: Instant | null;
}

export interface CallBackRow extends Handled<CallBackResult> {
  call_back_id: number;
  phone: string;
  topic: string;
  from: Instant;
  to: Instant;
  contract_id: number | null;
  /** How many promised times have passed without a call. */
  late_times: number;
  created_at: Instant;
  /** When the client cancelled the call. */
  withdrawn_at: Instant | null;
}

export const CALL_BACK = sql`
  call_back_id, phone, topic, call_from as from, call_until as to, contract_id, late_times, created_at, taken_by,
  taken_at, result, note, done_at, withdrawn_at`;

/** The open request of this number. */
export const openCallBack = (tx: Tx, phone: string): Promise<CallBackRow | undefined> =>
  tx.maybe(sql`select ${CALL_BACK} from call_back where phone = ${phone} and done_at is null`);

/** The open calls of a contract, and those that ended since then; open ones first, then newest first. */
export const callBacksOf = (tx: Tx, contractId: number, since: Date, most: number): Promise<CallBackRow[]> =>
  tx.rows(sql`
    select ${CALL_BACK} from call_back where contract_id = ${contractId} and (done_at is null or done_at >= ${since})
    order by done_at is null desc, call_back_id desc limit ${most}`);

export interface NewCallBack {
  readonly phone: string;
  readonly topic: string;
  readonly from: Date;
  readonly to: Date;
  readonly contractId: number | null;
  readonly consentId: number;
  readonly keyHash: Buffer;
  readonly now: Date;
}

export async function insertCallBack(tx: Tx, call: NewCallBack): Promise<number> {
  const { call_back_id } = await tx.one<{ call_back_id: number }>(sql`
    insert into call_back (phone, topic, call_from, call_until, contract_id, consent_id, key_hash, created_at)
    values (${call.phone}, ${call.topic}, ${call.from}, ${call.to}, ${call.contractId}, ${call.consentId}, ${call.keyHash},
      ${call.now})
    returning call_back_id`);
  return call_back_id;
}

export const callBackById = (tx: Tx, id: number): Promise<CallBackRow | undefined> =>
  tx.maybe(sql`select ${CALL_BACK} from call_back where call_back_id = ${id}`);

/** The call that the browser with this key has asked for. */
export const callBackByKey = (tx: Tx, keyHash: Buffer): Promise<CallBackRow | undefined> =>
  tx.maybe(sql`select ${CALL_BACK} from call_back where key_hash = ${keyHash}`);

/** Open calls, and those withdrawn since then. */
export const openCallBacks = (tx: Tx, withdrawnSince: Date, most: number): Promise<CallBackRow[]> =>
  tx.rows(sql`
    select ${CALL_BACK} from call_back where done_at is null or withdrawn_at >= ${withdrawnSince}
    order by call_from, call_back_id limit ${most}`);

export interface NewClientRow extends Handled<NewClientResult> {
  new_client_id: number;
  plan_id: number | null;
  name: string;
  phone: string;
  town: string;
  street: string;
  house: string;
  flat: string | null;
  services: string[];
  plan: string | null;
  coverage: 'connected' | 'planned' | 'none';
  created_at: Instant;
}

const NEW_CLIENT = sql`
  n.new_client_id, n.name, n.phone, t.name as town, n.street, n.house, n.flat, n.services, n.plan_id, p.name as plan, n.coverage,
  n.created_at, n.taken_by, n.taken_at, n.result, n.note, n.done_at`;

export const openNewClient = (tx: Tx, phone: string): Promise<NewClientRow | undefined> =>
  tx.maybe(sql`
    select ${NEW_CLIENT} from new_client n join town t using (town_id) left join plan p using (plan_id)
    where n.phone = ${phone} and n.done_at is null`);

export const newClientById = (tx: Tx, id: number): Promise<NewClientRow | undefined> =>
  tx.maybe(sql`
    select ${NEW_CLIENT} from new_client n join town t using (town_id) left join plan p using (plan_id)
    where n.new_client_id = ${id}`);

export const openNewClients = (tx: Tx, most: number): Promise<NewClientRow[]> =>
  tx.rows(sql`
    select ${NEW_CLIENT} from new_client n join town t using (town_id) left join plan p using (plan_id)
    where n.done_at is null order by n.new_client_id limit ${most}`);

export interface NewClient {
  readonly name: string;
  readonly phone: string;
  readonly townId: number;
  readonly streetId: number | null;
  readonly street: string;
  readonly house: string;
  readonly flat: string | null;
  readonly services: readonly string[];
  readonly planId: number | null;
  readonly coverage: 'connected' | 'planned' | 'none';
  readonly consentId: number;
  readonly now: Date;
}

export async function insertNewClient(tx: Tx, client: NewClient): Promise<number> {
  const { new_client_id } = await tx.one<{ new_client_id: number }>(sql`
    insert into new_client
      (name, phone, town_id, street_id, street, house, flat, services, plan_id, coverage, consent_id, created_at)
    values (${client.name}, ${client.phone}, ${client.townId}, ${client.streetId}, ${client.street}, ${client.house},
      ${client.flat}, ${client.services}::text[], ${client.planId}, ${client.coverage}, ${client.consentId},
      ${client.now})
    returning new_client_id`);
  return new_client_id;
}
