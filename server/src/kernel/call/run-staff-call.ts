import type { OperatorCall } from '@kabinet/contract/kernel/call/staff-call';
import { isRehearsable } from '@kabinet/contract/kernel/call/staff-change';
import type { Database, Tx } from '#server/db/database.ts';
import { staffKeys } from '#server/db/queries/idempotency.ts';
import { auditOf, type HandlerNotes } from '../audit.ts';
import { answerCall, type Running } from './answer.ts';
import { once, onceAround } from './idempotency.ts';
import { Problem } from './problem.ts';
import { noteManyLooks } from './look-limit.ts';
import { onStandby } from './on-standby.ts';
import { onTodaysBooks, rehearse } from './rehearsal.ts';
import { refusalOf } from './staff-refusal.ts';
import { noteStaffRead } from './staff-read.ts';
import type { Operator, RawInput, World } from '../world.ts';

/**
 * Carries out a call of an operator: checks the role, and records every call that may change something in the audit
 * trail. A read runs in a read-only transaction, so no change goes unrecorded. A read about one subscriber is recorded, and he can see it.
 */
export async function carryOutForOperator(running: Running, call: OperatorCall, raw: RawInput): Promise<unknown> {
  const { world } = running.portal;
  const { operator } = running.request;
  if (!operator) throw new Problem('unauthorized');
  const refusal = await refusalOf(running, call, operator);
  if (refusal) return refuse(world, { call, raw, operator }, refusal);
  const answered = await (call.effect === 'change' ? changeAndNote : readAndNote)(running, call, raw, operator);
  await noteManyLooks(world, call, operator, running.now);
  return answered;
}

/** A read in a wrong role tells nothing, and leaves no row; every other refusal does. */
function refuse(world: World, refused: Parameters<typeof auditOf>[1], problem: Problem): Promise<never> {
  const isPlain = problem.code === 'role_not_allowed' && refused.call.effect === 'read';
  return isPlain ? Promise.reject(problem) : auditOf(world, refused).refused(problem);
}

async function changeAndNote(
  running: Running,
  call: OperatorCall,
  raw: RawInput,
  operator: Operator,
): Promise<unknown> {
  if (isRehearsal(call, raw)) return rehearseForOperator(running, call, raw, operator);
  const done = await changeForOperator(running, call, raw, operator);
  await noteStaffRead(running.portal.world.db, { call, raw, operator }, running.now);
  return done;
}

async function readAndNote(running: Running, call: OperatorCall, raw: RawInput, operator: Operator): Promise<unknown> {
  const { world, handlerOf } = running.portal;
  const answer = (db: Tx | Database) => answerCall(running, call, raw, { db, operator, told: {} });
  // Whoever waits for an outside system, such as the store of files, holds no snapshot meanwhile.
  const read = (work: (tx: Tx) => Promise<unknown>) => onStandby(running, call, world.db, work);
  const answered = await (handlerOf(call).ownTransactions ? answer(world.db) : onTodaysBooks(world.db, answer, read));
  if (call.noted) await auditOf(world, { call, raw, operator }).done();
  else await noteStaffRead(world.db, { call, raw, operator }, running.now);
  return answered;
}

const isRehearsal = (call: OperatorCall, { body }: RawInput): boolean =>
  isRehearsable(call) && (body as { readonly dry_run?: unknown } | undefined)?.dry_run === 'yes';

/** What is only rehearsed is a look at the subscriber, told to him like every other; nothing is done, so nothing is in the audit trail. */
async function rehearseForOperator(
  running: Running,
  call: OperatorCall,
  raw: RawInput,
  operator: Operator,
): Promise<unknown> {
  const { db } = running.portal.world;
  await noteStaffRead(db, { call, raw, operator, isRehearsal: true }, running.now);
  return rehearse(db, (tx) => answerCall(running, call, raw, { db: tx, operator }));
}

/** A repeat by the same idempotency key gets the first reply, and changes nothing; the command line on the server has no keys. */
function changeForOperator(running: Running, call: OperatorCall, raw: RawInput, operator: Operator): Promise<unknown> {
  const { portal, request, reply, now } = running;
  const { world } = portal;
  const told: HandlerNotes = {};
  const audit = auditOf(world, { call, raw, operator, told });
  const work = (db: Tx | Database) => answerCall(running, call, raw, { db, operator, told });
  const { idempotencyKey: key } = request;
  const asked =
    operator.entry === undefined || key === undefined
      ? undefined
      : { keys: staffKeys(operator.entry.owner), key, call, raw, now, reply, vault: world.outside.vault };
  if (!portal.handlerOf(call).ownTransactions)
    return audit.within(work, (tx, change) => (asked ? once(tx, asked, change) : change()));
  const change = () => audit.around(() => work(world.db));
  return asked ? onceAround(world.db, asked, change) : change();
}
