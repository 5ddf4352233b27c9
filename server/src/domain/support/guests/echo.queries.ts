import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import type { CallBackRow, NewCallBack } from './guest.queries.ts';

/** A request for a number that waits for a call already. */
export interface NewEcho extends Pick<NewCallBack, 'topic' | 'from' | 'to' | 'consentId' | 'keyHash' | 'now'> {
  readonly callBackId: number;
}

export async function insertEcho(tx: Tx, echo: NewEcho): Promise<void> {
  await tx.run(sql`
    insert into call_back_echo (key_hash, call_back_id, consent_id, topic, call_from, call_until, created_at)
    values (${echo.keyHash}, ${echo.callBackId}, ${echo.consentId}, ${echo.topic}, ${echo.from}, ${echo.to}, ${echo.now})`);
}

/** Moves a call to the time requested last, if that is sooner or the former time has passed. */
export const bringForward = (
  tx: Tx,
  { callBackId, from, to, now }: Pick<NewEcho, 'callBackId' | 'from' | 'to' | 'now'>,
): Promise<number> =>
  tx.run(sql`
    update call_back set call_from = ${from}, call_until = ${to}
    where call_back_id = ${callBackId} and done_at is null and (call_from > ${from} or call_until < ${now})`);

/** An echo as its browser sees it: nothing of the other request, except that the number was called. Locks the call. */
export const echoByKey = (tx: Tx, keyHash: Buffer, now: Date): Promise<CallBackRow | undefined> =>
  tx.maybe(sql`
    select c.call_back_id, c.phone, e.topic, null::bigint as contract_id, 0 as late_times, e.created_at, null::text as taken_by,
      null::timestamptz as taken_at, null::text as note, e.withdrawn_at,
      case when e.call_until < ${now} and c.done_at is null then c.call_from else e.call_from end as from,
      case when e.call_until < ${now} and c.done_at is null then c.call_until else e.call_until end as to,
      case when e.withdrawn_at is null then c.result end as result, coalesce(e.withdrawn_at, c.done_at) as done_at
    from call_back_echo e join call_back c using (call_back_id)
    where e.key_hash = ${keyHash}`);

export const withdrawEcho = (tx: Tx, keyHash: Buffer, now: Date): Promise<number> =>
  tx.run(sql`
    update call_back_echo set withdrawn_at = ${now} where key_hash = ${keyHash} and withdrawn_at is null`);

/** After a call was withdrawn, turns the first echo of it into a call of its own; returns its id. */
export const promoteEcho = (tx: Tx, callBackId: number): Promise<{ call_back_id: number } | undefined> =>
  tx.maybe(sql`
    with first as (
      delete from call_back_echo where key_hash = (
        select key_hash from call_back_echo where call_back_id = ${callBackId} and withdrawn_at is null
        order by created_at, key_hash limit 1)
      returning *
    ), made as (
      insert into call_back (phone, topic, call_from, call_until, consent_id, key_hash, created_at)
      select c.phone, f.topic, f.call_from, f.call_until, f.consent_id, f.key_hash, f.created_at
      from first f join call_back c using (call_back_id)
      returning call_back_id
    ), moved as (
      update call_back_echo e set call_back_id = m.call_back_id from made m, first f
      where e.call_back_id = ${callBackId} and e.withdrawn_at is null and e.key_hash <> f.key_hash
    )
    select call_back_id from made`);
