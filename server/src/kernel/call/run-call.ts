import type { Call } from '@kabinet/contract/kernel/call/call';
import { dayIn } from '@kabinet/contract/kernel/day';
import { isOperatorCall } from '@kabinet/contract/kernel/call/staff-call';
import type { Tx } from '#server/db/database.ts';
import { contractKeys } from '#server/db/queries/idempotency.ts';
import { BooksBehind } from '../job/behind.ts';
import { tokenCache } from '../token-cache.ts';
import { assertAccess } from './access.ts';
import { answerCall, demandConfirmed, type Running } from './answer.ts';
import { Carried } from './carried.ts';
import { once } from './idempotency.ts';
import { Problem } from './problem.ts';
import { onStandby } from './on-standby.ts';
import { rehearse } from './rehearsal.ts';
import { carryOutForOperator } from './run-staff-call.ts';
import { isUrgent, urgently } from './urgent.ts';
import type { Caller, Portal, RawInput, ReplyNotes, RequestFacts } from '../world.ts';

/** Authenticates, authorises, opens one transaction, validates the input, runs the handler, checks the result. */
export const runCall = async (...call: Parameters<typeof runCallToSend>): Promise<unknown> =>
  (await runCallToSend(...call)).take();

/** The same for whoever sends the answer, and needs it no longer. */
export async function runCallToSend(
  portal: Portal,
  call: Call,
  raw: RawInput,
  request: RequestFacts,
  reply: ReplyNotes,
): Promise<Carried<unknown>> {
  const now = portal.world.clock.now();
  const running: Running = { portal, request, reply, now, today: dayIn(portal.world.provider.time_zone, now) };
  if (isOperatorCall(call)) return new Carried(await carryOutForOperator(running, call, raw));
  if (call.access === 'public') return carryOut(running, call, raw, undefined);
  const seen = await recognise(running, call);
  portal.checkRateLimit?.(seen, call, raw);
  return inTurn(portal, `caller ${seen.acting?.memberId ?? seen.contractId ?? seen.sessionId}`, () =>
    carryOut(running, call, raw, seen),
  );
}

export const inTurn = <T>(portal: Portal, client: string, work: () => Promise<T>): Promise<T> =>
  portal.inTurn ? portal.inTurn(client, work) : work();

/**
 * The token's owner as this process last saw it; a token not seen yet is looked up in PostgreSQL. So counting a client
 * and waiting in its queue needs no connection.
 */
async function recognise(running: Running, call: Call): Promise<Caller> {
  const { portal, request } = running;
  if (request.token === undefined) throw new Problem('unauthorized');
  const known = tokenCache(portal).of(request.token);
  return known ?? portal.world.db.read((tx) => identify(running, call, tx));
}

async function carryOut(
  running: Running,
  call: Call,
  raw: RawInput,
  seen: Caller | undefined,
): Promise<Carried<unknown>> {
  const { portal, request, reply, now } = running;
  const { outside } = portal.world;
  const db = isUrgent(call) ? urgently(portal.world.db) : portal.world.db;
  const authenticated = async (tx: Tx) => (seen ? identify(running, call, tx) : undefined);
  if (portal.handlerOf(call).ownTransactions) {
    return new Carried(await answerCall(running, call, raw, { db, caller: await db.read(authenticated) }));
  }
  if (call.effect === 'read') {
    return seen
      ? readOfToday(seen, running, call, raw)
      : new Carried(await db.read((tx) => answerCall(running, call, raw, { db: tx, caller: undefined })));
  }
  const changed = await db.write(async (tx) => {
    const caller = await authenticated(tx);
    const within = { db: tx, caller };
    const work = () => answerCall(running, call, raw, within);
    const { idempotencyKey: key } = request;
    if (caller?.contractId === undefined || key === undefined) return work();
    const keys = contractKeys(caller.contractId);
    const beforeSecret = () => demandConfirmed(running, call, within);
    return once(tx, { keys, key, call, raw, now, reply, vault: outside.vault, beforeSecret }, work);
  });
  return new Carried(changed);
}

/** Authenticates the caller and authorises the call. */
async function identify({ portal, request, now }: Running, call: Call, tx: Tx): Promise<Caller> {
  const { token } = request;
  const caller = token === undefined ? undefined : await portal.identify(tx, token, now);
  if (token !== undefined && caller) tokenCache(portal).remember(token, caller);
  if (token !== undefined && !caller) tokenCache(portal).forget(token);
  return authorize(request, call, caller);
}

/** The contract first: a page that shows another one is told to reload, not that its role forbids the call. */
function authorize(request: RequestFacts, call: Call, caller: Caller | undefined): Caller {
  assertSameContract(request, caller);
  return assertAccess(call, caller);
}

/** A read that needs current books: if the contract's books are behind, it catches up, reads and rolls back. */
async function readOfToday(seen: Caller, running: Running, call: Call, raw: RawInput): Promise<Carried<unknown>> {
  const { db } = running.portal.world;
  try {
    const read = await onStandby(running, call, db, (tx) => readFor(seen, running, call, raw, tx));
    return read ? read.answer : await readAtOnce(seen, running, call, raw);
  } catch (error) {
    if (!(error instanceof BooksBehind)) throw error;
    return rehearse(db, async (tx) => {
      await error.catchUp(tx);
      return readFor(seen, running, call, raw, tx);
    });
  }
}

/**
 * Starts a read at once for the last known owner of the token (it rarely changes its owner) and checks in the same
 * write to PostgreSQL that the token is still valid: one round trip less. Most reads send all statements at once. If a
 * read needed more, such as home for a debtor, this way is not tried again for that caller and call.
 */
async function readAtOnce(seen: Caller, running: Running, call: Call, raw: RawInput): Promise<Carried<unknown>> {
  const { db } = running.portal.world;
  const work = (tx: Tx) => readFor(seen, running, call, raw, tx);
  if (!needsMore.get(seen)?.has(call)) {
    const read = await db.readPipelined(work);
    if (read) return read.answer;
    needsMore.set(seen, (needsMore.get(seen) ?? new Set<Call>()).add(call));
  }
  return db.read(work);
}

const needsMore = new WeakMap<Caller, Set<Call>>();

/**
 * Returns the result only after the token has proved valid and still belongs to the same contract: a page secret stays the same
 * when its session opens another contract.
 */
async function readFor(seen: Caller, running: Running, call: Call, raw: RawInput, tx: Tx): Promise<Carried<unknown>> {
  const asked = identify(running, call, tx);
  const begin = async (caller: Caller) =>
    answerCall(running, call, raw, { db: tx, caller: authorize(running.request, call, caller) });
  const early = begin(seen);
  // Only an authorised caller gets its error.
  early.catch(() => undefined);
  const caller = await asked;
  return new Carried(await (isSame(caller, seen) ? early : begin(caller)));
}

const isSame = (one: Caller, other: Caller): boolean =>
  one.contractId === other.contractId && one.acting?.shareId === other.acting?.shareId;

/** A page that still shows another contract must neither read nor pay for this one. */
function assertSameContract({ contract }: RequestFacts, caller: Caller | undefined): void {
  const open = caller?.contractId;
  if (contract !== undefined && open !== undefined && contract !== String(open)) throw new Problem('other_contract');
}
