import type { Tx } from '#server/db/database.ts';
import { helpDeskHearsRequest } from '#server/domain/help-desk/tell.ts';
import { notify, settleMatter } from '#server/domain/messaging/notify.ts';
import type { At } from '#server/domain/shared/at.ts';
import type { CallBackResult, NewClientResult } from './guest.queries.ts';
import { callMissed } from './notices.ts';
import { CALL_TOPIC } from './topic.ts';
import {
  finishCallBack,
  finishNewClient,
  isFirstHeardOf,
  isThere,
  takeCallBack,
  takeNewClient,
  type RequestOf,
  type RequestTakeover,
} from './request.queries.ts';

/** Possible results of a request, by its kind. */
export const RESULTS = {
  call_back: ['called', 'no_answer', 'refused'],
  new_client: ['signed', 'impossible', 'refused', 'no_answer'],
} as const satisfies { call_back: readonly CallBackResult[]; new_client: readonly NewClientResult[] };

export type RequestEnding =
  | { readonly kind: 'call_back'; readonly result: CallBackResult }
  | { readonly kind: 'new_client'; readonly result: NewClientResult };

/** Finds a result of this kind of request by its name; undefined if there is none. */
export function endingOf(kind: RequestOf['kind'], written: string): RequestEnding | undefined {
  if (kind === 'call_back') {
    const result = RESULTS.call_back.find((one) => one === written);
    return result && { kind, result };
  }
  const result = RESULTS.new_client.find((one) => one === written);
  return result && { kind, result };
}

/** What operators, or the help desk, do with a request. */
export type RequestDeed =
  | { readonly deed: 'take'; readonly name: string }
  | { readonly deed: 'finish'; readonly ending: RequestEnding; readonly note: string | null };

interface RequestStep {
  readonly asked: RequestOf;
  readonly done: RequestDeed;
  /** The help desk's own id of its message. */
  readonly messageId?: string;
}

interface Dealt {
  readonly outcome: 'done' | 'known' | 'closed';
  /** Who had taken it before, if somebody takes it now. */
  readonly before: string | null;
}
const KNOWN: Dealt = { outcome: 'known', before: null };
const CLOSED: Dealt = { outcome: 'closed', before: null };

/** Takes or finishes a request. Undefined: no such request; `closed`: it is over; `known`: a repeated message of the help desk. */
export async function carryOutRequest(
  tx: Tx,
  { asked, done, messageId }: RequestStep,
  at: At,
): Promise<Dealt | undefined> {
  if (!(await isThere(tx, asked))) return undefined;
  if (messageId !== undefined && !(await isFirstHeardOf(tx, messageId, asked, at.now))) return KNOWN;
  const carried = await carriedOut(tx, asked, done, at);
  if (!carried) return CLOSED;
  const step = done.deed === 'take' ? 'taken' : 'finished';
  if (messageId === undefined) await helpDeskHearsRequest(tx, { kind: asked.kind, requestId: asked.id, step });
  return { outcome: 'done', before: carried.before };
}

async function carriedOut(tx: Tx, asked: RequestOf, done: RequestDeed, at: At): Promise<RequestTakeover | undefined> {
  if (done.deed === 'finish') return (await finished(tx, asked.id, done, at)) ? { before: null } : undefined;
  const take = asked.kind === 'call_back' ? takeCallBack : takeNewClient;
  return take(tx, asked.id, done.name, at.now);
}

type Finish = Extract<RequestDeed, { deed: 'finish' }>;

/** Finishes a request; tells a client who did not answer the call that we tried. */
async function finished(tx: Tx, id: number, { ending, note }: Finish, at: At): Promise<boolean> {
  const { now } = at;
  if (ending.kind === 'new_client') return (await finishNewClient(tx, id, { result: ending.result, note, now })) === 1;
  const call = await finishCallBack(tx, id, { result: ending.result, note, now });
  if (!call) return false;
  if (call.contract_id === null) return true;
  await settleMatter(tx, call.contract_id, CALL_TOPIC, now);
  if (ending.result === 'no_answer')
    await notify(tx, callMissed, call.contract_id, { callBackId: id, topic: call.topic }, at);
  return true;
}
