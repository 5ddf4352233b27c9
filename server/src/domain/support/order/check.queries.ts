import type { Instant } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';

/** Facts of one service that a check needs besides its description. */
export interface CheckedFacts {
  balance: Kopecks;
  /** Speed of the plan, Mbit/s. */
  plan_mbit: number | null;
  /** When the last session ended. */
  last_seen: Instant | null;
  quota_bytes: number | null;
  used_bytes: number | null;
  /** Until when paid calls are refused, because a limit is spent. */
  stopped_until: Instant | null;
  /** When the schedule of access opens again, or closes. */
  schedule_changes_at: Instant | null;
}

export const checkedFacts = (tx: Tx, userId: number): Promise<CheckedFacts> =>
  tx.one(sql`
    select a.balance_kopecks as balance, p.speed_mbit as plan_mbit, seen.stopped_at as last_seen,
      b.quota_bytes, b.used_bytes, l.stopped_until, case when isfinite(s.next_change_at) then s.next_change_at end as schedule_changes_at
    from service_user u join account a using (account_id)
    left join plan p using (plan_id)
    left join mailbox b using (user_id)
    left join sip_line l using (user_id)
    left join access_schedule s using (user_id)
    left join lateral (
      select stopped_at from internet_session i where i.user_id = u.user_id order by started_at desc limit 1
    ) seen on true
    where u.user_id = ${userId}`);

/** The account that pays for the phone numbers of a contract. */
export const telephoneBalance = async (tx: Tx, contractId: number): Promise<Kopecks | undefined> =>
  (
    await tx.maybe<{ balance: Kopecks }>(sql`
      select balance_kopecks as balance from account where contract_id = ${contractId} and kind = 't'`)
  )?.balance;

/** The next maintenance of the network in the town of the contract. */
export const worksAt = (
  tx: Tx,
  contractId: number,
  { now, before }: { readonly now: Date; readonly before: Date },
): Promise<{ until: Instant | null } | undefined> =>
  tx.maybe(sql`
    select m.until from message m
    where m.town_id = (select town_id from contract where contract_id = ${contractId}) and m.kind = 'work'
      and m.created_at <= ${now} and m.until > ${now} and m.until <= ${before}
    order by m.until, m.message_id limit 1`);
