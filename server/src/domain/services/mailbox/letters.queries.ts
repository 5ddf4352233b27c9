import type { Day, Instant } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';

export interface AutoReply {
  readonly is_on: boolean;
  readonly subject: string;
  readonly text: string;
  readonly from: Day;
  readonly until: Day;
  readonly fromAt: Date;
  readonly untilAt: Date;
}

export const setReply = (tx: Tx, userId: number, reply: AutoReply): Promise<number> => {
  const { is_on, subject, text, from, until, fromAt, untilAt } = reply;
  return tx.run(sql`
    insert into mail_reply (user_id, is_on, subject, body, from_day, until_day, from_at, until_at)
    values (${userId}, ${is_on}, ${subject}, ${text}, ${from}, ${until}, ${fromAt}, ${untilAt})
    on conflict (user_id) do update set is_on = excluded.is_on, subject = excluded.subject, body = excluded.body,
      from_day = excluded.from_day, until_day = excluded.until_day, from_at = excluded.from_at, until_at = excluded.until_at`);
};

export const askForward = (
  tx: Tx,
  userId: number,
  { target, hash, now }: { target: string; hash: string; now: Date },
): Promise<number> =>
  tx.run(sql`
    insert into mail_forward (user_id, asked, code_hash, asked_at) values (${userId}, ${target}, ${hash}, ${now})
    on conflict (user_id) do update
    set asked = excluded.asked, code_hash = excluded.code_hash, asked_at = excluded.asked_at, tries = 0`);

export interface ForwardRow {
  readonly target: string | null;
  readonly is_on: boolean;
  readonly asked: string | null;
  readonly code_hash: string | null;
  readonly asked_at: Instant | null;
  readonly tries: number;
}

export const forwardOf = (tx: Tx, userId: number): Promise<ForwardRow | undefined> =>
  tx.maybe(sql`
    select target, is_on, asked, code_hash, asked_at, tries from mail_forward where user_id = ${userId}`);

export const countTry = (tx: Tx, userId: number): Promise<number> =>
  tx.run(sql`update mail_forward set tries = tries + 1 where user_id = ${userId}`);

/** Uses one try of the code that has confirmed the target, for a repeat of its request. */
export const tryDoneCode = (
  tx: Tx,
  userId: number,
  mostTries: number,
  now: Date,
): Promise<{ target: string; done_hash: string } | undefined> =>
  tx.maybe(sql`
    update mail_forward set tries = tries + 1
    where user_id = ${userId} and asked is null and done_until > ${now} and tries < ${mostTries}
    returning coalesce(target, '') as target, coalesce(done_hash, '') as done_hash`);

export const confirmForward = (tx: Tx, userId: number, doneUntil: Date): Promise<number> =>
  tx.run(sql`
    update mail_forward
    set target = asked, is_on = true, done_hash = code_hash, done_until = ${doneUntil}, asked = null, code_hash = null, asked_at = null, tries = 0
    where user_id = ${userId} and asked is not null`);

/** Switches copies on or off; false if no address is confirmed. */
export const switchForward = async (tx: Tx, userId: number, isOn: boolean): Promise<boolean> =>
  (await tx.run(sql`update mail_forward set is_on = ${isOn} where user_id = ${userId} and target is not null`)) > 0;

/** Whether copies sent to the target would come back to the mailbox through other mailboxes here. */
export const leadsBack = async (tx: Tx, userId: number, target: string): Promise<boolean> =>
  (
    await tx.one<{ leads_back: boolean }>(sql`
      with recursive way (user_id) as (
        select user_id from mail_address where address = ${target}
        union
        select a.user_id from way join mail_forward f on f.user_id = way.user_id and f.is_on join mail_address a on a.address = f.target
      )
      select exists (select from way where user_id = ${userId}) as leads_back`)
  ).leads_back;
