import { z } from 'zod';
import type { Call } from '@kabinet/contract/kernel/call/call';
import type { Day } from '@kabinet/contract/kernel/day';
import type { Database, Tx } from '#server/db/database.ts';
import type { HandlerNotes } from '../audit.ts';
import { assertAccess } from './access.ts';
import { masked } from './masking.ts';
import { Problem } from './problem.ts';
import { sightOf } from './sight.ts';
import { operatorRefusalOf, validationMessageOf } from './validation-messages.ts';
import type { Caller, Operator, Portal, RawInput, ReplyNotes, RequestFacts } from '../world.ts';

z.config({ localeError: validationMessageOf });

/** A request on its way through a portal. */
export interface Running {
  readonly portal: Portal;
  readonly request: RequestFacts;
  readonly reply: ReplyNotes;
  readonly now: Date;
  /** The provider's day; computed once for all parts of a batch. */
  readonly today: Day;
}

/** Where a call runs (a transaction, or the database if it opens its own) and for whom. */
interface Within {
  readonly db: Tx | Database;
  readonly caller?: Caller | undefined;
  readonly operator?: Operator;
  /** Takes what the handler tells beside its reply. */
  readonly told?: HandlerNotes;
}

async function hasConfirmed({ portal, now }: Running, { db, caller }: Within): Promise<boolean> {
  if (caller?.contractId === undefined) return false;
  const ask = (tx: Tx) => portal.isConfirmed(tx, caller.sessionId, now);
  return 'read' in db ? db.read(ask) : ask(db);
}

/** Refuses a sensitive call of a subscriber who has not confirmed within the last minutes that it is he. */
export async function demandConfirmed(running: Running, call: Call, within: Within): Promise<void> {
  if (call.confirm && !(await hasConfirmed(running, within))) throw new Problem('confirmation_required');
}

/** Validates the input, runs the handler, checks the result. */
export async function answerCall(running: Running, call: Call, raw: RawInput, within: Within): Promise<unknown> {
  const { portal, request, reply, now, today } = running;
  const { caller, operator } = within;
  // Of the staff it is asked before their call begins.
  if (!operator) await demandConfirmed(running, call, within);
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
    isConfirmed: () => hasConfirmed(running, within),
    tellChange: (before: unknown, after: unknown) => {
      if (within.told) within.told.change = { before, after };
    },
    runFor: async (tx: Tx, who: Operator, inner: Call, innerRaw: RawInput) => {
      const notes: HandlerNotes = {};
      const answered = await answerCall(running, inner, innerRaw, { db: tx, operator: who, told: notes });
      return { answer: answered, change: notes.change ?? null };
    },
    leaveNoRow: () => {
      if (within.told) within.told.leavesNoRow = true;
    },
    showOwnVisit: () => {
      if (within.told) within.told.isOnVisit = true;
    },
    demand: (inner: Call) => void assertAccess(inner, caller),
    ask: async (inner: Call, innerRaw: RawInput) => {
      if (inner.access !== 'public') assertAccess(inner, caller);
      if (portal.handlerOf(inner).ownTransactions && !('read' in within.db)) throw alone(inner);
      return answerCall(running, inner, innerRaw, within);
    },
  };
  const answer = z.encode(call.result, await portal.handlerOf(call)(input, scope));
  return operator ? masked(call.result, answer, sightOf(operator, within.told?.isOnVisit)) : answer;
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
