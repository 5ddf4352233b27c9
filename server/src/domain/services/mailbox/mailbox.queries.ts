import type { Day, Instant } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { planPriceOn } from '../price/price-on.queries.ts';
import { sql } from '#server/db/sql.ts';
import type { User } from '../service/situation.rules.ts';

export interface BoxRow {
  readonly user_id: number;
  readonly address: string;
  readonly state: User['state'];
  readonly reason: User['reason'];
  readonly quota_bytes: number;
  readonly used_bytes: number;
  readonly kept_until: Day | null;
  readonly aliases: string[];
  readonly forward_target: string | null;
  readonly forward_on: boolean | null;
}

const BOX = sql`
  u.user_id, b.address, u.state, u.reason, b.quota_bytes, b.used_bytes, b.kept_until,
  array(select address from mail_address a where a.user_id = u.user_id and not a.is_own order by address) as aliases,
  f.target as forward_target, f.is_on as forward_on`;
const TABLES = sql`service_user u join mailbox b using (user_id) left join mail_forward f using (user_id)`;

/** Mailboxes of a contract; deleted ones last, in the order in which they will be erased. */
export const boxesOf = (tx: Tx, contractId: number): Promise<BoxRow[]> =>
  tx.rows(sql`
    select ${BOX} from ${TABLES} where u.contract_id = ${contractId}
    order by b.kept_until nulls first, u.user_id`);

export interface WholeBoxRow extends BoxRow {
  readonly contract_id: number;
  readonly contract_state: 'active' | 'suspended' | 'closed';
  readonly login: string;
  readonly used_messages: number;
  readonly measured_at: Instant | null;
  /** Used bytes at the oldest known moment of the last 30 days. */
  readonly was_bytes: number | null;
  readonly was_on: Day | null;
  readonly asked: string | null;
  readonly asked_at: Instant | null;
  readonly tries: number | null;
  readonly reply_on: boolean | null;
  readonly reply_subject: string | null;
  readonly reply_text: string | null;
  readonly reply_from: Day | null;
  readonly reply_until: Day | null;
  readonly closed_on: Day | null;
}

/** One mailbox, even if deleted; undefined once it is erased. */
export const wholeBox = (tx: Tx, userId: number): Promise<WholeBoxRow | undefined> =>
  tx.maybe(sql`
    select ${BOX}, u.contract_id, u.login, u.closed_on,
      (select state from contract c where c.contract_id = u.contract_id) as contract_state,
      b.used_messages, b.measured_at, was.bytes as was_bytes, was.day as was_on,
      f.asked, f.asked_at, f.tries, r.is_on as reply_on, r.subject as reply_subject, r.body as reply_text,
      r.from_day as reply_from, r.until_day as reply_until
    from ${TABLES} left join mail_reply r using (user_id)
    left join lateral (
      select bytes, day from mail_use m where m.user_id = u.user_id and day >= current_date - 30 order by day limit 1
    ) was on true
    where u.user_id = ${userId}`);

/** The mailbox, locked until the end of the transaction; `state` as it is then. */
export const lockBox = (
  tx: Tx,
  userId: number,
): Promise<
  | { address: string; state: User['state']; reason: User['reason']; contract_id: number; kept_until: Day | null }
  | undefined
> =>
  tx.maybe(sql`
    select b.address, u.state, u.reason, u.contract_id, b.kept_until
    from service_user u join mailbox b using (user_id) where u.user_id = ${userId} for no key update of u`);

/** Domains on which a contract may have addresses: its own ones first. */
export const domainsOf = (tx: Tx, contractId: number): Promise<{ domain: string; is_own: boolean }[]> =>
  tx.rows(sql`
    select domain, contract_id is not null as is_own from mail_domain
    where contract_id is null or contract_id = ${contractId}
    order by contract_id nulls last, domain`);

export const isMailDomain = async (tx: Tx, domain: string): Promise<boolean> =>
  (await tx.maybe(sql`select from mail_domain where domain = ${domain}`)) !== undefined;

/** Those of the addresses that are taken, also by a deleted mailbox. */
export const takenOf = async (tx: Tx, addresses: readonly string[]): Promise<string[]> =>
  (
    await tx.rows<{ address: string }>(sql`
      select address from mail_address where address = any(${addresses}::text[])
      union select login as address from service_user where login = any(${addresses}::text[])`)
  ).map(({ address }) => address);

export const clientNameOf = async (tx: Tx, contractId: number): Promise<string> =>
  (await tx.one<{ client_name: string }>(sql`select client_name from contract where contract_id = ${contractId}`))
    .client_name;

export interface MailPlan {
  readonly plan_id: number;
  readonly name: string;
  readonly price: Kopecks;
  readonly quota_bytes: number;
  readonly boxes: number;
  /** How many more mailboxes of the contract may have this plan. */
  readonly left: number;
}

/** Plans of mailboxes that a contract may have, the cheapest first. */
export const mailPlansFor = (tx: Tx, contractId: number, today: Day): Promise<MailPlan[]> =>
  tx.rows(sql`
    select p.plan_id, p.name, ${planPriceOn(sql`p`, sql`${today}::date`)} as price, m.quota_bytes, m.boxes,
      greatest(0, m.boxes - (
        select count(*) from service_user u
        where u.contract_id = c.contract_id and u.plan_id = p.plan_id and u.user_type = 'mail' and u.state <> 'closed'
      ))::integer as left
    from contract c
    join plan p on p.service_kind = 'mail' and not p.is_archived
      and p.audience = case when c.is_company then 'office' else 'home' end
    join mail_plan m using (plan_id)
    where c.contract_id = ${contractId}
    order by price, p.plan_id`);

/** Whether the contract may have one more mailbox with the plan of this mailbox. */
export const roomFor = async (tx: Tx, userId: number): Promise<boolean> =>
  (
    await tx.one<{ has_room: boolean }>(sql`
      select coalesce((
        select m.boxes > (
          select count(*) from service_user o
          where o.contract_id = u.contract_id and o.plan_id = u.plan_id and o.user_type = 'mail' and o.state <> 'closed')
        from mail_plan m where m.plan_id = u.plan_id
      ), true) as has_room
      from service_user u where u.user_id = ${userId}`)
  ).has_room;

/** Locks an address: another request for it waits until this transaction ends. */
const lockAddress = (tx: Tx, address: string): Promise<number> =>
  tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`mail:${address}`}, 0))`);

/** Adds another address of a mailbox; false if the address was taken meanwhile. */
export async function insertAlias(tx: Tx, userId: number, address: string, now: Date): Promise<boolean> {
  await lockAddress(tx, address);
  const added = await tx.run(sql`
    insert into mail_address (address, user_id, added_at) values (${address}, ${userId}, ${now})
    on conflict (address) do nothing`);
  return added > 0;
}

export const deleteAlias = async (tx: Tx, userId: number, address: string): Promise<boolean> =>
  (await tx.run(sql`delete from mail_address where user_id = ${userId} and address = ${address} and not is_own`)) > 0;

export const countAliases = async (tx: Tx, userId: number): Promise<number> =>
  (
    await tx.one<{ count: number }>(sql`
    select count(*) from mail_address where user_id = ${userId} and not is_own`)
  ).count;

interface NewBox {
  readonly contractId: number;
  readonly accountId: number;
  readonly planId: number;
  readonly address: string;
  readonly quotaBytes: number;
  readonly secret: Buffer;
  readonly today: Day;
  readonly now: Date;
}

/** Creates a mailbox with its password; undefined if somebody has taken the address meanwhile. */
export async function insertBox(tx: Tx, box: NewBox): Promise<number | undefined> {
  const { contractId, accountId, planId, address, quotaBytes, secret, today, now } = box;
  // Aliases have no login, so the login alone does not tell that an address is free.
  await lockAddress(tx, address);
  const user = await tx.maybe<{ user_id: number }>(sql`
    insert into service_user
      (contract_id, account_id, user_type, name, login, address, state, state_since, plan_id, opened_on)
    select ${contractId}, ${accountId}, 'mail', ${address}, ${address}, ${address}, 'active', ${now}, ${planId}, ${today}
    where not exists (select from mail_address where address = ${address})
    on conflict (login) do nothing
    returning user_id`);
  if (!user) return undefined;
  await tx.run(sql`
    insert into mailbox (user_id, address, quota_bytes, used_bytes) values (${user.user_id}, ${address}, ${quotaBytes}, 0)`);
  await tx.run(sql`
    insert into service_secret (user_id, form, secret, changed_at) values (${user.user_id}, 'argon2id', ${secret}, ${now})`);
  return user.user_id;
}

export async function markDeleted(
  tx: Tx,
  userId: number,
  at: { today: Day; keptUntil: Day; now: Date },
): Promise<void> {
  await tx.run(sql`
    update service_user
    set state = 'closed', reason = null, returns_on = null, state_since = ${at.now}, closed_on = ${at.today}
    where user_id = ${userId}`);
  await tx.run(sql`update mailbox set kept_until = ${at.keptUntil} where user_id = ${userId}`);
}

export async function markRestored(tx: Tx, userId: number, now: Date): Promise<void> {
  await tx.run(sql`
    update service_user set state = 'active', reason = null, state_since = ${now}, closed_on = null where user_id = ${userId}`);
  await tx.run(sql`update mailbox set kept_until = null where user_id = ${userId}`);
}

/** Locks the next deleted mailboxes whose last day is over. */
export const overdueBoxes = (tx: Tx, today: Day, limit: number): Promise<{ user_id: number; address: string }[]> =>
  tx.rows(sql`
    select b.user_id, b.address from mailbox b join service_user u using (user_id)
    where b.kept_until < ${today} and u.state = 'closed'
    order by b.kept_until limit ${limit} for update of b skip locked`);

/** Erases a mailbox: frees its address, deletes its password, and records that the mail server must remove the letters. */
export async function eraseBox(
  tx: Tx,
  { user_id, address }: { user_id: number; address: string },
  now: Date,
): Promise<void> {
  await tx.run(sql`insert into mail_erased (user_id, erased_at) values (${user_id}, ${now})`);
  await tx.run(sql`delete from mailbox where user_id = ${user_id}`);
  await tx.run(sql`delete from service_secret where user_id = ${user_id}`);
  await tx.run(sql`delete from mail.usage where username = ${address}`);
  await tx.run(sql`update service_user set login = login || '#' || user_id where user_id = ${user_id}`);
}
