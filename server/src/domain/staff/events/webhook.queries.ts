import type { Instant } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';

export interface Webhook {
  readonly webhook_id: number;
  readonly name: string;
  readonly url: string;
  readonly secret: Buffer;
  readonly former_secret: Buffer | null;
  readonly former_until: Instant | null;
  readonly through_id: number;
  readonly failures: number;
  readonly next_at: Instant | null;
}

interface NewWebhook {
  readonly name: string;
  readonly url: string;
  readonly secret: Buffer;
}

/** Begins after the last event of now. */
export const insertWebhook = async (tx: Tx, { name, url, secret }: NewWebhook, now: Date): Promise<number> =>
  (
    await tx.one<{ webhook_id: number }>(sql`
      insert into webhook (name, url, secret, added_at, through_id)
      select ${name}, ${url}, ${secret}, ${now}::timestamptz, last_id from change_order returning webhook_id`)
  ).webhook_id;

export const countWebhooks = async (tx: Tx): Promise<number> =>
  (await tx.one<{ count: number }>(sql`select count(*)::integer as count from webhook where removed_at is null`)).count;

interface ListedWebhook {
  readonly webhook_id: number;
  readonly name: string;
  readonly url: string;
  readonly state: 'works' | 'fails' | 'paused';
  readonly through: number;
  readonly waiting: number;
  readonly dead: number;
  readonly failures: number;
  readonly last_error: string | null;
  readonly next_at: Instant | null;
  readonly told_at: Instant | null;
}

export const allWebhooks = (tx: Tx): Promise<ListedWebhook[]> =>
  tx.rows(sql`
    select w.webhook_id, w.name, w.url,
      case when w.paused_at is not null then 'paused' when w.failures > 0 then 'fails' else 'works' end as state,
      w.through_id as through,
      (select last_id from change_order) - w.through_id
        + (select count(*) from webhook_letter l where l.webhook_id = w.webhook_id and l.state = 'due') as waiting,
      (select count(*)::integer from webhook_letter l where l.webhook_id = w.webhook_id and l.state = 'dead') as dead,
      w.failures, w.last_error, w.next_at, w.told_at
    from webhook w where w.removed_at is null order by w.webhook_id`);

const LIVING = sql`removed_at is null`;

/** Its name; undefined: there is none. */
type Named = { readonly name: string } | undefined;

export const rotateSecret = (tx: Tx, id: number, secret: Buffer, until: Date): Promise<Named> =>
  tx.maybe(sql`
    update webhook set former_secret = secret, former_until = ${until}, secret = ${secret}
    where webhook_id = ${id} and ${LIVING} returning name`);

export const pauseWebhook = (tx: Tx, id: number, now: Date): Promise<Named> =>
  tx.maybe(
    sql`update webhook set paused_at = coalesce(paused_at, ${now}) where webhook_id = ${id} and ${LIVING} returning name`,
  );

/** Forgets also that it failed, so that it is tried at once. */
export const resumeWebhook = (tx: Tx, id: number): Promise<Named> =>
  tx.maybe(sql`
    update webhook set paused_at = null, failures = 0, next_at = null where webhook_id = ${id} and ${LIVING} returning name`);

export async function replayWebhook(tx: Tx, id: number, after: number): Promise<Named> {
  const named = await tx.maybe<{ name: string }>(sql`
    update webhook set through_id = least(${after}, (select last_id from change_order)), failures = 0, next_at = null
    where webhook_id = ${id} and ${LIVING} returning name`);
  // They come again by themselves.
  if (named) await tx.run(sql`delete from webhook_letter where webhook_id = ${id} and event_id > ${after}`);
  return named;
}

export async function removeWebhook(tx: Tx, id: number, now: Date): Promise<Named> {
  const named = await tx.maybe<{ name: string }>(sql`
    update webhook set removed_at = ${now}, secret = '', former_secret = null, former_until = null
    where webhook_id = ${id} and ${LIVING} returning name`);
  if (named) await tx.run(sql`delete from webhook_letter where webhook_id = ${id}`);
  return named;
}

interface DeadLetter {
  readonly webhook_id: number;
  readonly name: string;
  readonly event_id: number;
  readonly contract_id: number;
  readonly kind: string;
  readonly at: Instant;
  readonly attempts: number;
  readonly last_error: string | null;
}

export const deadLetters = (tx: Tx): Promise<DeadLetter[]> =>
  tx.rows(sql`
    select l.webhook_id, w.name, l.event_id, l.contract_id, l.kind, l.happened_at as at, l.attempts, l.last_error
    from webhook_letter l join webhook w using (webhook_id)
    where l.state = 'dead' order by l.put_at, l.event_id limit 200`);

/** Tries what was given up again: one event, or all. */
export const reviveLetters = (tx: Tx, id: number, eventId: number | undefined, now: Date): Promise<number> =>
  tx.run(sql`
    update webhook_letter set state = 'due', attempts = 0, next_at = ${now}
    where webhook_id = ${id} and state = 'dead' and (${eventId ?? null}::bigint is null or event_id = ${eventId ?? null}::bigint)`);

export const webhookName = (tx: Tx, id: number): Promise<Named> =>
  tx.maybe(sql`select name from webhook where webhook_id = ${id} and ${LIVING}`);

export const sendingWebhooks = (tx: Tx): Promise<{ webhook_id: number }[]> =>
  tx.rows(sql`select webhook_id from webhook where ${LIVING} and paused_at is null order by 1`);

export const webhookToSend = (tx: Tx, id: number): Promise<Webhook | undefined> =>
  tx.maybe(sql`
    select webhook_id, name, url, secret, former_secret, former_until, through_id, failures, next_at
    from webhook where webhook_id = ${id} and ${LIVING} and paused_at is null`);

interface WaitingEvents {
  readonly oldest: number;
  readonly dead: number;
}

/** Seconds for which the oldest undelivered event of an address that is not paused waits, and how many were given up. */
export const waitingForReceivers = (tx: Tx, now: Date): Promise<WaitingEvents> =>
  tx.one(sql`
    select greatest(0, coalesce(extract(epoch from ${now}::timestamptz - least(
        (select min(l.put_at) from webhook_letter l join webhook w using (webhook_id) where l.state = 'due' and w.paused_at is null),
        (select min(e.ordered_at) from webhook w cross join lateral (
           select ordered_at from change_event where event_id = w.through_id + 1) e
         where ${LIVING} and w.paused_at is null))), 0))::float as oldest,
      (select count(*)::integer from webhook_letter where state = 'dead') as dead`);
