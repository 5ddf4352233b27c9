import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { OperatorCall } from '@kabinet/contract/kernel/call/staff-call';
import type { Tx } from '#server/db/database.ts';
import {
  concludeAction,
  insertBegun,
  insertEnded,
  type ActionChange,
  type ActionDoer,
  type OperatorCallEnding,
} from '#server/db/queries/operator-action.ts';
import { writtenJson } from './call/idempotency.ts';
import { Problem } from './call/problem.ts';
import { isSecret } from './call/secret-fields.ts';
import type { Operator, RawInput, World } from './world.ts';

/** A longer text is stored as its size and hash. */
const LONGEST_KEPT = 500;
const SECRET = '•••';

/**
 * The part of a request stored in the audit trail: the fields of the call, as they were sent. The value of a field
 * whose schema has `secret` in its meta is masked.
 */
export function keptInput(call: OperatorCall, raw: RawInput): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const part of ['params', 'query', 'body'] as const) {
    const given = raw[part];
    if (typeof given !== 'object' || given === null) continue;
    const shape: Readonly<Record<string, z.core.$ZodType>> = call[part].shape;
    for (const [name, schema] of Object.entries(shape)) {
      // A list has no such field, though it has a method `at`.
      const value = Object.hasOwn(given, name) ? (given as Record<string, unknown>)[name] : undefined;
      if (value !== undefined) kept[name] = isSecret(schema) ? SECRET : keptValue(value);
    }
  }
  return kept;
}

function keptValue(value: unknown): unknown {
  const json = writtenJson(value);
  // The hash identifies the file.
  if (json.length > LONGEST_KEPT)
    return { size: sizeOf(value), sha256: createHash('sha256').update(json).digest('hex') };
  return value;
}

const sizeOf = (value: unknown): number =>
  Array.isArray(value) || typeof value === 'string' ? value.length : Object.keys(value as object).length;

/** What a handler tells beside its reply: of its change, for the audit trail, or that there is none to tell; that the contract is one that the technician visits today. */
export interface HandlerNotes {
  change?: ActionChange;
  isOnVisit?: boolean;
  leavesNoRow?: boolean;
}

interface OperatorRequest {
  readonly call: OperatorCall;
  readonly raw: RawInput;
  readonly operator: Operator;
  readonly told?: HandlerNotes | undefined;
}

/** The most signs of a reason that are kept. */
const LONGEST_REASON = 500;

/** Why somebody does something, if the call has such a field and he says it. */
function reasonIn(input: Readonly<Record<string, unknown>>): string | null {
  const { reason } = input;
  return typeof reason === 'string' ? reason.slice(0, LONGEST_REASON) : null;
}

const endingOf = (error: unknown): OperatorCallEnding =>
  error instanceof Problem ? { outcome: 'refused', problem: error.code } : { outcome: 'failed' };

/** Carries work out, unless it was carried out before. */
type Once = (tx: Tx, work: () => Promise<unknown>) => Promise<unknown>;

const ON_THE_SERVER = { personId: null, keyId: null, sessionId: null, ip: null, requestId: null };

/** Who does something, as the audit trail has it. */
export function doerOf({ name, role, entry }: Operator): ActionDoer {
  const { personId, keyId, sessionId, ip: address, requestId } = entry ?? ON_THE_SERVER;
  return { operator: name, role, personId, keyId, sessionId, address, requestId };
}

/** The audit trail of one call. */
export function auditOf(
  { db, clock, log }: Pick<World, 'db' | 'clock' | 'log'>,
  { call, raw, operator, told }: OperatorRequest,
) {
  const input = keptInput(call, raw);
  const action = {
    ...doerOf(operator),
    call: call.command.words,
    input,
    reason: reasonIn(input),
    begunAt: clock.now(),
  };
  const done = (): OperatorCallEnding => ({ outcome: 'done', changed: told?.change });
  /** If writing the audit trail fails too, the original error is still thrown. */
  const afterFailure = async (error: unknown, note: (ending: OperatorCallEnding) => Promise<void>): Promise<never> => {
    await note(endingOf(error)).catch((err: unknown) => {
      log.error({ err, call: action.call }, 'action of an operator not noted');
    });
    throw error;
  };
  const noteEnded = (ending: OperatorCallEnding) => db.write((tx) => insertEnded(tx, action, ending, clock.now()));
  return {
    /**
     * One transaction holds the change and its row; a refusal rolls the change back and gets its own row. `once` may answer with
     * the reply to an earlier request instead, which changes nothing and leaves no row.
     */
    within: (work: (tx: Tx) => Promise<unknown>, once: Once): Promise<unknown> =>
      db
        .write((tx) =>
          once(tx, async () => {
            const answer = await work(tx);
            if (told?.leavesNoRow !== true) await insertEnded(tx, action, done(), clock.now());
            return answer;
          }),
        )
        .catch((error: unknown) => afterFailure(error, noteEnded)),
    /** Several transactions: the row is inserted before the first of them, and gets its result after the last. */
    around: async <T>(work: () => Promise<T>): Promise<T> => {
      const actionId = await db.write((tx) => insertBegun(tx, action));
      const conclude = (ending: OperatorCallEnding) =>
        db.write((tx) => concludeAction(tx, actionId, ending, clock.now()));
      const answer = await work().catch((error: unknown) => afterFailure(error, conclude));
      await conclude(done());
      return answer;
    },
    /** What has only read: before it is shown. */
    done: () => noteEnded(done()),
    refused: (problem: Problem): Promise<never> => afterFailure(problem, noteEnded),
  };
}
