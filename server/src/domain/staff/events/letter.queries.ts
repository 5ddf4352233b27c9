import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import type { SentEvent, Tried } from './webhook-pass.ts';

/** The first letter of each contract, if its moment has come. */
export const dueLetters = (tx: Tx, webhookId: number, now: Date): Promise<(SentEvent & { attempts: number })[]> =>
  tx.rows(sql`
    select event_id, happened_at as at, kind, contract_id, detail as data, attempts from (
      select distinct on (contract_id) * from webhook_letter
      where webhook_id = ${webhookId} and state = 'due' order by contract_id, event_id) head
    where next_at <= ${now} order by event_id limit 200`);

/** Which of these contracts have letters that wait: what comes later waits behind them. */
export const heldContracts = async (tx: Tx, webhookId: number, contracts: readonly number[]): Promise<number[]> =>
  (
    await tx.rows<{ contract_id: number }>(sql`
      select distinct contract_id from webhook_letter
      where webhook_id = ${webhookId} and state = 'due' and contract_id = any(${contracts}::bigint[])`)
  ).map(({ contract_id }) => contract_id);

/** Puts events aside: those that were refused, and those behind them. */
export const putLetters = (tx: Tx, webhookId: number, letters: readonly (Tried & { nextAt: Date })[], now: Date) =>
  tx.run(sql`
    insert into webhook_letter (webhook_id, event_id, contract_id, attempts, last_error, next_at, happened_at, kind, detail, put_at)
    select ${webhookId}, l.event_id, l.contract_id, l.attempts, l.last_error, l.next_at, l.at, l.kind, l.data, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(
      letters.map(({ event, attempts, error, nextAt }) => ({
        ...event,
        attempts,
        last_error: error ?? null,
        next_at: nextAt,
      })),
    )}::jsonb) as l (event_id bigint, contract_id bigint, attempts integer, last_error text, next_at timestamptz, at timestamptz,
      kind text, data jsonb)
    on conflict do nothing`);

export const dropLetters = (tx: Tx, webhookId: number, events: readonly number[]) =>
  tx.run(sql`delete from webhook_letter where webhook_id = ${webhookId} and event_id = any(${events}::bigint[])`);

export const noteLetter = (
  tx: Tx,
  webhookId: number,
  { event, attempts, error, nextAt }: Tried & { nextAt: Date },
  isDead: boolean,
) =>
  tx.run(sql`
    update webhook_letter set attempts = ${attempts}, last_error = ${error ?? null}, next_at = ${nextAt},
      state = ${isDead ? 'dead' : 'due'}
    where webhook_id = ${webhookId} and event_id = ${event.event_id}`);

/** Locks an address for noting what it was sent; false if somebody has moved or removed it meanwhile: then nothing is noted. */
export const holdWebhook = async (tx: Tx, webhookId: number, through: number): Promise<boolean> =>
  (await tx.maybe(sql`
    select from webhook where webhook_id = ${webhookId} and through_id = ${through} and removed_at is null for update`)) !==
  undefined;

interface Reached {
  readonly through: number;
  readonly failures: number;
  readonly error: string | null;
  readonly nextAt: Date | null;
  readonly toldAt: Date | null;
}

export const moveWebhook = (tx: Tx, webhookId: number, { through, failures, error, nextAt, toldAt }: Reached) =>
  tx.run(sql`
    update webhook set through_id = ${through}, failures = ${failures}, last_error = ${error}, next_at = ${nextAt},
      told_at = coalesce(${toldAt}, told_at)
    where webhook_id = ${webhookId}`);
