import type { AskedId } from '@kabinet/contract/kernel/call/asked-id';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import {
  CALL_BACK,
  callBackById,
  newClientById,
  type CallBackResult,
  type CallBackRow,
  type NewClientResult,
} from './guest.queries.ts';

/** Open calls whose promised time has passed, locked until the transaction ends. */
export const lockLateCalls = (tx: Tx, now: Date, most: number): Promise<CallBackRow[]> =>
  tx.rows(sql`
    select ${CALL_BACK} from call_back where done_at is null and late_times < 2 and call_until < ${now}
    order by call_until limit ${most} for update skip locked`);

/** The same for one call. */
export const lockLateCall = (tx: Tx, id: number, now: Date): Promise<CallBackRow | undefined> =>
  tx.maybe(sql`
    select ${CALL_BACK} from call_back
    where call_back_id = ${id} and done_at is null and late_times < 2 and call_until < ${now} for update`);

interface Late {
  readonly lateTimes: number;
  /** The newly promised time; undefined: the old one stays, in the past. */
  readonly next: { readonly from: Date; readonly to: Date } | undefined;
}

export const setLate = (tx: Tx, id: number, { lateTimes, next }: Late): Promise<number> =>
  tx.run(sql`
    update call_back set late_times = ${lateTimes}, call_from = coalesce(${next?.from ?? null}, call_from),
      call_until = coalesce(${next?.to ?? null}, call_until)
    where call_back_id = ${id}`);

interface Ended<Result> {
  readonly result: Result;
  readonly note: string | null;
  readonly now: Date;
}

/** Who had it before. */
export interface RequestTakeover {
  readonly before: string | null;
}

/** Takes a request, perhaps over from another; undefined if it is over. */
export const takeCallBack = (tx: Tx, id: number, by: string, now: Date): Promise<RequestTakeover | undefined> =>
  tx.maybe(sql`
    update call_back set taken_by = ${by}, taken_at = ${now}
    from (select call_back_id, taken_by as before from call_back where call_back_id = ${id} and done_at is null for update) was
    where call_back.call_back_id = was.call_back_id returning was.before`);

export const finishCallBack = (
  tx: Tx,
  id: number,
  { result, note, now }: Ended<CallBackResult>,
): Promise<CallBackRow | undefined> =>
  tx.maybe(sql`
    update call_back set done_at = ${now}, result = ${result}, note = ${note}
    where call_back_id = ${id} and done_at is null returning ${CALL_BACK}`);

/** A call of this contract, locked until the transaction ends. */
export const lockOwnCall = (tx: Tx, id: AskedId<'call_back'>, contractId: number): Promise<CallBackRow | undefined> =>
  tx.maybe(sql`
    select ${CALL_BACK} from call_back where call_back_id = ${id} and contract_id = ${contractId} for update`);

/** The same for the browser that has asked for it. */
export const lockCallOfKey = (tx: Tx, keyHash: Buffer): Promise<CallBackRow | undefined> =>
  tx.maybe(sql`select ${CALL_BACK} from call_back where key_hash = ${keyHash} for update`);

export const withdrawCallBack = (tx: Tx, id: number, now: Date): Promise<number> =>
  tx.run(sql`
    update call_back set done_at = ${now}, withdrawn_at = ${now} where call_back_id = ${id} and done_at is null`);

export const takeNewClient = (tx: Tx, id: number, by: string, now: Date): Promise<RequestTakeover | undefined> =>
  tx.maybe(sql`
    update new_client set taken_by = ${by}, taken_at = ${now}
    from (select new_client_id, taken_by as before from new_client where new_client_id = ${id} and done_at is null for update) was
    where new_client.new_client_id = was.new_client_id returning was.before`);

export const finishNewClient = (tx: Tx, id: number, { result, note, now }: Ended<NewClientResult>): Promise<number> =>
  tx.run(sql`
    update new_client set done_at = ${now}, result = ${result}, note = ${note}
    where new_client_id = ${id} and done_at is null`);

/** Stores the id of a help desk's message; false if it came before. */
export async function isFirstHeardOf(tx: Tx, messageId: string, asked: RequestOf, now: Date): Promise<boolean> {
  const { kind, id } = asked;
  const made = await tx.run(sql`
    insert into help_desk_message (message_id, call_back_id, new_client_id, received_at)
    values (${messageId}, ${kind === 'call_back' ? id : null}, ${kind === 'new_client' ? id : null}, ${now})
    on conflict (message_id) do nothing`);
  return made === 1;
}

/** A request for a call or a connection. */
export interface RequestOf {
  readonly kind: 'call_back' | 'new_client';
  readonly id: number;
}

export const isThere = async (tx: Tx, { kind, id }: RequestOf): Promise<boolean> =>
  (kind === 'call_back' ? await callBackById(tx, id) : await newClientById(tx, id)) !== undefined;
