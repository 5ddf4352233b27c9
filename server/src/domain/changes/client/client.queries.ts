import type { Day } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import { printedKey } from '@kabinet/contract/kernel/papers/printed-no';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import { planPriceOn } from '#server/domain/services/price/price-on.queries.ts';

export interface TypedPlace {
  readonly town: string;
  readonly street: string | null;
  readonly house: string;
  readonly flat: string | null;
}

export interface FoundPlace {
  readonly town_id: number;
  readonly street_id: number | null;
  readonly town: string;
  readonly street: string | null;
}

/** The town and the street that are, or were, called so; undefined if the provider has no such. */
export const placeNamed = (
  tx: Tx,
  { town, street }: Pick<TypedPlace, 'town' | 'street'>,
): Promise<FoundPlace | undefined> =>
  tx.maybe(sql`
    select t.town_id, s.street_id, t.name as town, s.name as street
    from town t left join street s on s.town_id = t.town_id and (lower(s.name) = lower(${street}::text) or exists (
      select from former_place_name f where f.street_id = s.street_id and lower(f.name) = lower(${street}::text)))
    where (lower(t.name) = lower(${town}) or exists (
        select from former_place_name f where f.town_id = t.town_id and f.street_id is null and lower(f.name) = lower(${town})))
      and (${street}::text is null or s.street_id is not null)
    order by lower(t.name) = lower(${town}) desc, lower(s.name) = lower(${street}::text) desc limit 1`);

export interface ClientRow extends TypedPlace {
  readonly printed_no: string | null;
  readonly name: string;
  readonly is_company: boolean;
  readonly state: 'active' | 'suspended' | 'closed';
}

export const clientRow = (tx: Tx, contractId: number): Promise<ClientRow | undefined> =>
  tx.maybe(sql`
    select printed_no, client_name as name, is_company, state, t.name as town, s.name as street, house, flat
    from contract join town t using (town_id) left join street s using (street_id) where contract_id = ${contractId}`);

interface Names {
  readonly client_name: string;
  readonly client_name_io: string;
  readonly client_name_short: string;
}

export const renameClient = (
  tx: Tx,
  contractId: number,
  { client_name, client_name_io, client_name_short }: Names,
): Promise<number> =>
  tx.run(sql`
    update contract set client_name = ${client_name}, client_name_io = ${client_name_io}, client_name_short = ${client_name_short}
    where contract_id = ${contractId}`);

type At = Pick<FoundPlace, 'town_id' | 'street_id'> & Pick<TypedPlace, 'house' | 'flat'>;

export const placeClient = (tx: Tx, contractId: number, { town_id, street_id, house, flat }: At): Promise<number> =>
  tx.run(sql`
    update contract set town_id = ${town_id}, street_id = ${street_id}, house = ${house}, flat = ${flat}
    where contract_id = ${contractId}`);

/** Whose printed number it is, in one spelling (`printedKey`). */
const ownerOfPrinted = (tx: Tx, key: string): Promise<{ contract_id: number } | undefined> =>
  tx.maybe(sql`select contract_id from contract where printed_key(printed_no) collate "C" = ${key}::text`);

/** Writes the printed number of a contract; false if another one has it. Contracts that want one at once wait for each other. */
export async function putPrinted(tx: Tx, contractId: number, printed: string | null): Promise<boolean> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended('printed number', 0))`);
  const owner = printed === null ? undefined : await ownerOfPrinted(tx, printedKey(printed) ?? '');
  if (owner && owner.contract_id !== contractId) return false;
  await tx.run(sql`update contract set printed_no = ${printed} where contract_id = ${contractId}`);
  return true;
}

/** Keeps the name and the address that a correction replaces, for the card of a day before. */
export const keepFormerClient = (tx: Tx, contractId: number, now: Date): Promise<number> =>
  tx.run(sql`
    insert into contract_past (contract_id, client_name, town_id, street_id, house, flat, until_at)
    select contract_id, client_name, town_id, street_id, house, flat, ${now} from contract where contract_id = ${contractId}`);

/** The number of the next contract; contracts opened at once wait for each other. */
export async function nextContractNo(tx: Tx): Promise<number> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended('contract number', 0))`);
  return (await tx.one<{ next: number }>(sql`select coalesce(max(contract_id), 100000) + 1 as next from contract`))
    .next;
}

interface NewClient extends Names, At {
  readonly contractId: number;
  readonly isCompany: boolean;
  readonly billingDay: number;
  readonly today: Day;
}

/** Inserts a contract with its account; false if the number is taken. */
export async function insertClient(tx: Tx, made: NewClient): Promise<number | undefined> {
  const { contractId, client_name, client_name_io, client_name_short, isCompany } = made;
  const { town_id, street_id, house, flat, billingDay, today } = made;
  const isNew = await tx.run(sql`
    insert into contract (contract_id, client_name, client_name_io, client_name_short, is_company, town_id, street_id, house,
      flat, billing_day, opened_on)
    values (${contractId}, ${client_name}, ${client_name_io}, ${client_name_short}, ${isCompany}, ${town_id}, ${street_id},
      ${house}, ${flat}, ${billingDay}, ${today})
    on conflict do nothing`);
  if (isNew === 0) return undefined;
  const { id } = await tx.one<{ id: number }>(sql`
    insert into account (kind, contract_id, account_no) values ('i', ${contractId}, ${contractId}::text || 'i')
    returning account_id as id`);
  return id;
}

export interface SoldPlan {
  readonly plan_id: number;
  readonly name: string;
  readonly price: Kopecks;
}

/** A plan that such a client is offered. */
export const soldPlan = (
  tx: Tx,
  { planId, kind, isCompany, today }: { planId: number; kind: 'internet' | 'tv'; isCompany: boolean; today: Day },
): Promise<SoldPlan | undefined> =>
  tx.maybe(sql`
    select p.plan_id, p.name, ${planPriceOn(sql`p`, sql`${today}::date`)} as price from plan p
    where plan_id = ${planId} and service_kind = ${kind} and not is_archived and audience = ${isCompany ? 'office' : 'home'}`);

interface NewLine {
  readonly contractId: number;
  readonly accountId: number;
  readonly planId: number;
  readonly line: string;
  readonly address: string;
  readonly today: Day;
  readonly now: Date;
}

/** An internet service that waits for the technician; its login is the number of the contract. */
export async function insertLine(tx: Tx, made: NewLine): Promise<number> {
  const { contractId, accountId, planId, line, address, today, now } = made;
  const { user_id } = await tx.one<{ user_id: number }>(sql`
    insert into service_user (contract_id, account_id, user_type, name, login, address, state, state_since, plan_id, opened_on)
    values (${contractId}, ${accountId}, ${line}, 'Интернет', ${contractId}::text, ${address}, 'connecting', ${now}, ${planId}, ${today})
    returning user_id`);
  // Lines of isg need no password.
  await tx.run(sql`insert into service_access (user_id, auto_auth) values (${user_id}, ${line === 'isg'})`);
  return user_id;
}

/** The login of a service that was just made. */
export const loginOf = async (tx: Tx, userId: number): Promise<string> =>
  (await tx.one<{ login: string }>(sql`select login from service_user where user_id = ${userId}`)).login;

export interface ClientAccountRow {
  readonly account_id: number;
  readonly kind: 'i' | 't';
  readonly account_no: string;
  readonly balance: Kopecks;
  readonly charged_through: Day | null;
}

export const clientAccounts = (tx: Tx, contractId: number): Promise<ClientAccountRow[]> =>
  tx.rows(sql`
    select account_id, a.kind, account_no, balance_kopecks as balance, charged_through
    from account a join contract c using (contract_id) where c.contract_id = ${contractId} order by account_id`);

export interface OpenService {
  readonly user_id: number;
  readonly name: string;
}

export const openServices = (tx: Tx, contractId: number): Promise<OpenService[]> =>
  tx.rows(sql`
    select user_id, name from service_user where contract_id = ${contractId} and state <> 'closed' order by user_id`);

/** Closes the telephone numbers of a contract; returns them. */
export const closeNumbers = (tx: Tx, contractId: number, today: Day, now: Date): Promise<{ phone_number: string }[]> =>
  tx.rows(sql`
    update phone_number set state = 'closed', reason = null, closed_on = ${today}, state_since = ${now}
    where contract_id = ${contractId} and state <> 'closed' returning phone_number`);

/** Closes a contract on this day, or opens it again. */
export const setContractState = (tx: Tx, contractId: number, closedOn: Day | null): Promise<number> =>
  tx.run(sql`
    update contract set state = ${closedOn === null ? 'active' : 'closed'}, closed_on = ${closedOn}::date, version = version + 1
    where contract_id = ${contractId}`);

/** Services that ended with the contract wait for the technician again; its telephone numbers may be somebody else’s by now. */
export const reviveServices = (tx: Tx, contractId: number, now: Date): Promise<OpenService[]> =>
  tx.rows(sql`
    update service_user set state = 'connecting', closed_on = null, state_since = ${now}, version = version + 1
    where contract_id = ${contractId} and state = 'closed' and state_since = (
      select max(made_at) from staff_change where contract_id = ${contractId} and call = 'contract close')
    returning user_id, name`);
