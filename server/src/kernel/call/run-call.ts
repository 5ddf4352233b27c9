import { z } from 'zod';
import type { Call } from '@kabinet/contract/kernel/call/call';
import { dayIn, type Day } from '@kabinet/contract/kernel/day';
import { isPerson, ROLE_MEANS, ROLE_OF } from '@kabinet/contract/kernel/sharing';
import { isOperatorCall, type OperatorCall } from '@kabinet/contract/kernel/call/staff-call';
import { roleMay } from '@kabinet/contract/sharing';
import type { Database, Tx } from '#server/db/database.ts';
import { auditOf } from '../audit.ts';
import { BooksBehind } from '../job/behind.ts';
import { once } from './idempotency.ts';
import { tokenCache } from '../token-cache.ts';
import { Problem } from './problem.ts';
import { noteStaffRead } from './staff-read.ts';
import { rehearse } from './rehearsal.ts';
import { operatorRefusalOf, validationMessageOf } from './validation-messages.ts';
import type { Caller, Operator, Portal, RawInput, ReplyNotes, RequestFacts } from '../world.ts';

z.config({ localeError: validationMessageOf });

interface Running {
  readonly portal: Portal;
  readonly request: RequestFacts;
  readonly reply: ReplyNotes;
  readonly now: Date;
  /** The provider's day; computed once for all parts of a batch. */
  readonly today: Day;
}

/** Authenticates, authorises, opens one transaction, validates the input, runs the handler, checks the result. */
export async function runCall(
  portal: Portal,
  call: Call,
  raw: RawInput,
  request: RequestFacts,
  reply: ReplyNotes,
): Promise<unknown> {
  const now = portal.world.clock.now();
  const running: Running = { portal, request, reply, now, today: dayIn(portal.world.provider.time_zone, now) };
  if (isOperatorCall(call)) return carryOutForOperator(running, call, raw);
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

async function carryOut(running: Running, call: Call, raw: RawInput, seen: Caller | undefined): Promise<unknown> {
  const { portal, request, reply, now } = running;
  const { db, outside } = portal.world;
  const authenticated = async (tx: Tx) => (seen ? identify(running, call, tx) : undefined);
  if (portal.handlerOf(call).ownTransactions) {
    return answer(running, call, raw, { db, caller: await db.read(authenticated) });
  }
  if (call.effect === 'read') {
    return seen
      ? readOfToday(seen, running, call, raw)
      : db.read((tx) => answer(running, call, raw, { db: tx, caller: undefined }));
  }
  return db.write(async (tx) => {
    const caller = await authenticated(tx);
    const work = () => answer(running, call, raw, { db: tx, caller });
    const owner = caller?.contractId;
    if (owner === undefined || request.idempotencyKey === undefined) return work();
    return once(tx, { owner, key: request.idempotencyKey, call, raw, now, reply, markOf: outside.vault.markOf }, work);
  });
}

/**
 * Carries out a call of an operator: checks the role, and records every call that may change something in the audit
 * trail. A read runs in a read-only transaction, so no change goes unrecorded. A read about one subscriber is recorded, and he can see it.
 */
async function carryOutForOperator(running: Running, call: OperatorCall, raw: RawInput): Promise<unknown> {
  const { world, handlerOf } = running.portal;
  const { operator } = running.request;
  if (!operator) throw new Problem('unauthorized');
  const isAllowed = call.roles.includes(operator.role);
  const work = (db: Tx | Database) => answer(running, call, raw, { db, operator });
  const audit = auditOf(world, { call, raw, operator });
  if (call.effect === 'read') {
    if (!isAllowed) throw new Problem('role_not_allowed');
    const answered = await world.db.read(work);
    await (call.noted ? audit.done() : noteStaffRead(world.db, { call, raw, operator }, running.now));
    return answered;
  }
  if (!isAllowed) return audit.refused(new Problem('role_not_allowed'));
  const done = await (handlerOf(call).ownTransactions ? audit.around(() => work(world.db)) : audit.within(work));
  await noteStaffRead(world.db, { call, raw, operator }, running.now);
  return done;
}

/** Authenticates the caller and authorises the call. */
async function identify({ portal, request, now }: Running, call: Call, tx: Tx): Promise<Caller> {
  const { token } = request;
  const caller = token === undefined ? undefined : await portal.identify(tx, token, now);
  if (token !== undefined && caller) tokenCache(portal).remember(token, caller);
  if (token !== undefined && !caller) tokenCache(portal).forget(token);
  return authorize(request, call, caller);
}

const authorize = (request: RequestFacts, call: Call, caller: Caller | undefined): Caller =>
  assertSameContract(request, assertAccess(call, caller));

/** A read that needs current books: if the contract's books are behind, it catches up, reads and rolls back. */
async function readOfToday(seen: Caller, running: Running, call: Call, raw: RawInput): Promise<unknown> {
  try {
    return await readAtOnce(seen, running, call, raw);
  } catch (error) {
    if (!(error instanceof BooksBehind)) throw error;
    return rehearse(running.portal.world.db, async (tx) => {
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
async function readAtOnce(seen: Caller, running: Running, call: Call, raw: RawInput): Promise<unknown> {
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
async function readFor(seen: Caller, running: Running, call: Call, raw: RawInput, tx: Tx): Promise<unknown> {
  const asked = identify(running, call, tx);
  const begin = async (caller: Caller) =>
    answer(running, call, raw, { db: tx, caller: authorize(running.request, call, caller) });
  const early = begin(seen);
  // Only an authorised caller gets its error.
  early.catch(() => undefined);
  const caller = await asked;
  return isSame(caller, seen) ? early : begin(caller);
}

const isSame = (one: Caller, other: Caller): boolean =>
  one.contractId === other.contractId && one.acting?.shareId === other.acting?.shareId;

/** A page that still shows another contract must neither read nor pay for this one. */
function assertSameContract({ contract }: RequestFacts, caller: Caller): Caller {
  const isOther = contract !== undefined && caller.contractId !== undefined && contract !== String(caller.contractId);
  if (isOther) throw new Problem('other_contract');
  return caller;
}

/** Refuses a guest a call that needs a contract, and a member a call that his role may not make. */
function assertAccess(call: Call, caller: Caller | undefined): Caller {
  if (!caller || call.access === 'operator' || (call.access === 'subscriber' && caller.contractId === undefined))
    throw new Problem('unauthorized');
  const message = whyNotFor(call, caller);
  if (message !== undefined) throw new Problem('not_in_role', { message });
  return caller;
}

/** Why a member, or a person without a contract, may not make a call; undefined: he may. */
function whyNotFor(call: Call, caller: Caller): string | undefined {
  if (isAlone(caller)) return call.persons === true ? undefined : NOTHING_OPEN;
  const role = caller.acting?.role;
  if (role === undefined || roleMay(role, call)) return undefined;
  return `У вас ${ROLE_OF[role]}: с ним нельзя ${ROLE_MEANS[role].mayNot}`;
}

/** A person without a contract, to whom none is open now: there is only her own sign-in. */
const isAlone = ({ contractId, acting }: Caller): boolean =>
  contractId !== undefined && acting === undefined && isPerson(contractId);

const NOTHING_OPEN = 'Сейчас вам не открыт ни один договор. Попросите владельца пригласить вас снова';

/** Where a call runs (a transaction, or the database if it opens its own) and for whom. */
interface Within {
  readonly db: Tx | Database;
  readonly caller?: Caller | undefined;
  readonly operator?: Operator;
}

async function hasConfirmed({ portal, now }: Running, { db, caller }: Within): Promise<boolean> {
  if (caller?.contractId === undefined) return false;
  const ask = (tx: Tx) => portal.isConfirmed(tx, caller.sessionId, now);
  return 'read' in db ? db.read(ask) : ask(db);
}

async function answer(running: Running, call: Call, raw: RawInput, within: Within): Promise<unknown> {
  const { portal, request, reply, now, today } = running;
  const { caller, operator } = within;
  const isConfirmed = () => hasConfirmed(running, within);
  if (call.confirm && !(await isConfirmed())) throw new Problem('confirmation_required');
  const input = {
    params: parse(call.params, raw.params, 'params', operator),
    query: parse(call.query, raw.query, 'query', operator),
    body: parse(call.body, raw.body, 'body', operator),
  };
  const scope = {
    ...portal.world,
    db: within.db,
    request,
    reply,
    now,
    today,
    subscriber: caller?.contractId === undefined ? undefined : { ...caller, contractId: caller.contractId },
    operator,
    isConfirmed,
    demand: (inner: Call) => void assertAccess(inner, caller),
    ask: async (inner: Call, innerRaw: RawInput) => {
      if (inner.access !== 'public') assertAccess(inner, caller);
      if (portal.handlerOf(inner).ownTransactions && !('read' in within.db)) throw alone(inner);
      return answer(running, inner, innerRaw, within);
    },
  };
  return z.encode(call.result, await portal.handlerOf(call)(input, scope));
}

/** Refuses such a call in a batch: it waits for an outside system, and the transaction of the whole batch would wait, too. */
const alone = ({ path }: Call): Problem =>
  new Problem('bad_input', { errors: [{ path, message: 'Этот список запросите отдельно' }] });

/** The most errors of the input in one refusal. */
const MOST_ERRORS = 20;

function parse(schema: z.ZodType, value: unknown, part: string, operator: Operator | undefined): unknown {
  const parsed = schema.safeParse(value ?? {}, operator && { error: operatorRefusalOf });
  if (parsed.success) return parsed.data;
  const errors = parsed.error.issues.slice(0, MOST_ERRORS).map((issue) => ({
    path: [part, ...issue.path.map(String)].join('.'),
    message: issue.message,
  }));
  throw new Problem('bad_input', { errors });
}
