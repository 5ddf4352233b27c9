import type { Instant } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import { isAppliedTo } from '../provisioning/service-state.queries.ts';
import type { Situation } from '../service/situation.rules.ts';

/** Access settings of a service for the network. */
export interface ServiceAccess {
  readonly auto_auth: boolean;
  readonly bound_mac: string | null;
  /** The last device seen: reported or turned away by the network, or of the latest session. */
  readonly seen_mac: string | null;
  readonly seen_at: Instant | null;
  /** Whether the network has applied all changes of the service. */
  readonly is_applied: boolean;
  readonly situation: Situation;
}

export const serviceAccess = (tx: Tx, userId: number): Promise<ServiceAccess> =>
  tx.one(sql`
    select coalesce(a.auto_auth, false) as auto_auth, a.bound_mac::text,
      coalesce(refused.mac, a.seen_mac, last.mac)::text as seen_mac, coalesce(refused.last_at, a.seen_at, last.started_at) as seen_at,
      ${isAppliedTo(sql`u.user_id`)} as is_applied, coalesce(u.reason, u.state) as situation
    from service_user u
    left join service_access a using (user_id)
    left join lateral (
      select mac, started_at, stopped_at from internet_session s
      where s.user_id = u.user_id and mac is not null order by started_at desc limit 1
    ) last on true
    -- A device that the network has turned away counts only if nothing has been on line since.
    left join lateral (
      select r.mac::macaddr, r.last_at from radius.refused r
      where r.user_id = u.user_id and r.why = 'mac' and r.mac <> '' and coalesce(r.last_at > last.stopped_at, last.mac is null)
        and r.last_at > coalesce(a.seen_at, '-infinity')
      order by r.last_at desc limit 1
    ) refused on true
    where u.user_id = ${userId}`);

/** Locks the access settings of the service until the end of the transaction. */
export const holdAccess = (tx: Tx, userId: number): Promise<number> =>
  tx.run(sql`
    insert into service_access (user_id) values (${userId})
    on conflict (user_id) do update set auto_auth = service_access.auto_auth`);

export const setAutoAuth = (tx: Tx, userId: number, isOn: boolean, mac: string | null): Promise<number> =>
  tx.run(sql`
    update service_access set auto_auth = ${isOn}, bound_mac = ${mac}::macaddr where user_id = ${userId}`);

export const bindDevice = (tx: Tx, userId: number, mac: string): Promise<number> =>
  tx.run(sql`update service_access set bound_mac = ${mac}::macaddr where user_id = ${userId}`);

/** Closes sessions that the network has ended at the client's request: by unlocking, or with a new password. */
export const closeInternetSessions = (tx: Tx, userId: number, until: Date, now: Date): Promise<number> =>
  tx.run(sql`
    update internet_session s set stopped_at = greatest(started_at, ${now}), end_cause = 'portal_request', is_presumed = seen_at is not null
    where user_id = ${userId} and settled = 'infinity' and stopped_at is null and started_at <= ${until}
      and not exists (select from radius.nas n where n.address = s.nas)`);

/** Makes the service work again, or leaves it blocked for debt if its account is in debt. */
export const release = (
  tx: Tx,
  userId: number,
  now: Date,
): Promise<{ state: 'active' | 'blocked'; reason: 'debt' | null }> =>
  tx.one(sql`
    update service_user u
    set state = case when a.debt_since is null then 'active' else 'blocked' end,
      reason = case when a.debt_since is not null then 'debt' end,
      state_since = coalesce(a.debt_since, ${now}), version = u.version + 1
    from account a where a.account_id = u.account_id and u.user_id = ${userId}
    returning u.state, u.reason`);

export interface ServiceSecret {
  readonly form: 'sealed' | 'argon2id' | 'digest';
  readonly secret: Buffer;
  readonly changed_at: Instant;
}

export const secretOf = (tx: Tx, userId: number): Promise<ServiceSecret | undefined> =>
  tx.maybe(sql`select form, secret, changed_at from service_secret where user_id = ${userId}`);

/** Replaces the secret that was checked; false if it has changed meanwhile. */
export async function replaceSecret(
  tx: Tx,
  userId: number,
  before: Buffer,
  { form, secret }: Pick<ServiceSecret, 'form' | 'secret'>,
  now: Date,
): Promise<boolean> {
  const changed = await tx.run(sql`
    update service_secret set form = ${form}, secret = ${secret}, changed_at = ${now}
    where user_id = ${userId} and secret = ${before}`);
  return changed > 0;
}

/** Login, contract and names, which a password must not contain. */
export const namesAround = (
  tx: Tx,
  userId: number,
): Promise<{ login: string; contract_id: number; client_name: string; situation: Situation }> =>
  tx.one(sql`
    select u.login, u.contract_id, c.client_name, coalesce(u.reason, u.state) as situation
    from service_user u join contract c using (contract_id) where u.user_id = ${userId}`);
