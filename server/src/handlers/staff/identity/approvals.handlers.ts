import { instant } from '@kabinet/contract/kernel/day';
import type { OperatorCall } from '@kabinet/contract/kernel/call/staff-call';
import { operatorCalls, staffContract, type StaffContract } from '@kabinet/contract/staff';
import type { Tx } from '#server/db/database.ts';
import {
  approvalById,
  approvals,
  decideApproval,
  holdApproval,
  insertApproval,
  type ApprovalRow,
} from '#server/domain/staff/approvals/approval.queries.ts';
import {
  askingRole,
  isAboutLogin,
  mayAgree,
  WAITS_MS,
  type Rehearsed,
} from '#server/domain/staff/approvals/approval.rules.ts';
import { rehearsalVersion } from '#server/domain/staff/approvals/version.ts';
import { unchangedPerson } from '#server/domain/staff/person/person.queries.ts';
import { keptInput } from '#server/kernel/audit.ts';
import { writtenJson } from '#server/kernel/call/idempotency.ts';
import { masked, maskedInput } from '#server/kernel/call/masking.ts';
import { noteAgreed } from '#server/kernel/call/note-agreed.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { withoutSecrets } from '#server/kernel/call/secret-fields.ts';
import { rehearse } from '#server/kernel/call/rehearsal.ts';
import { sightOf } from '#server/kernel/call/sight.ts';
import { withoutTransaction, type Operator, type ScopeOf, type StaffEntry, type World } from '#server/kernel/world.ts';
import type { PlainHandlers } from '../../shared/plain-handlers.ts';

type Group = StaffContract['approvals'];
type Scope = Omit<ScopeOf<Group['agree']>, 'db'>;
type Person = StaffEntry & { readonly personId: number };

/** The person herself, in her session: a program neither asks nor agrees. */
function personIn({ entry }: Operator): Person {
  if (!entry || entry.personId === null) throw new Problem('person_needed');
  return { ...entry, personId: entry.personId };
}

/** A call that may need a second person; undefined: it has no threshold, or is unknown. */
const callOfTwo = (words: string): OperatorCall | undefined =>
  operatorCalls.find(({ command, second }) => command.words === words && second !== undefined);

/** Sealed for one asker and call: it opens for no other. */
const ownerOf = (personId: number, call: string): string => `approval ${personId} ${call}`;

const inputOf = ({ vault }: World['outside'], { asked_by, call, input }: ApprovalRow) =>
  JSON.parse(vault.open(input, ownerOf(asked_by, call))) as Record<string, unknown>;

interface CarriedOut extends Rehearsed {
  /** What is shown once; no rehearsal keeps it. */
  readonly secrets: Readonly<Record<string, string>> | undefined;
}

/** Carries the call out; what it refuses is told in its words. */
async function carryOutFor(tx: Tx, scope: Scope, who: Operator, call: OperatorCall, body: object): Promise<CarriedOut> {
  try {
    const { answer, change } = await scope.runFor(tx, who, call, { body });
    const { told, secrets } = withoutSecrets(call.result, answer);
    return { reply: told, changed: change, secrets };
  } catch (error) {
    if (!(error instanceof Problem) || error.code === 'bad_input') throw error;
    throw new Problem('rehearsal_refused', { message: error.message });
  }
}

/** Who has asked, as he is now, with the right to act because a second person agrees; refuses whom nobody would ask any more. */
async function askerOf(tx: Tx, { asked_by, asked_role, call }: ApprovalRow, by: Person): Promise<Operator> {
  const person = await unchangedPerson(tx, asked_by);
  const of = callOfTwo(call);
  const stillHas = person?.roles.filter((role) => role === asked_role) ?? [];
  const role = of && askingRole(stillHas, of);
  if (!person || !role || person.blocked_at !== null) throw new Problem('asker_not_allowed');
  const { person_id: personId, login, name, roles } = person;
  const { ip, requestId } = by;
  const nobody = { sessionId: null, sessionUntil: null, keyId: null, calls: [] };
  const entry = { owner: `person ${personId}`, personId, login, roles, ...nobody, ip, requestId, isAgreed: true };
  return { kind: 'operator', name, role, entry };
}

/** What still waits, locked. */
async function waiting(tx: Tx, approvalId: number, now: Date): Promise<ApprovalRow> {
  const approval = await holdApproval(tx, approvalId);
  if (!approval) throw new Problem('approval_unknown');
  if (approval.state !== 'waiting' || new Date(approval.until) <= now) throw new Problem('approval_over');
  return approval;
}

/** What still waits and is another’s, of a call to which the person may agree. */
async function waitingForOther(tx: Tx, approvalId: number, { now, operator, outside }: Omit<Scope, 'db'>) {
  const approval = await waiting(tx, approvalId, now);
  const call = callOfTwo(approval.call);
  if (!call || !mayDecide({ operator, outside }, approval)) throw new Problem('not_second_person');
  return { approval, call };
}

function refuseOther(then: Rehearsed, now: Rehearsed, version: string, operator: Operator): void {
  if (rehearsalVersion(now) === version) return;
  // A refusal tells no more than a reply does.
  const told = (one: Rehearsed): string =>
    JSON.stringify(masked(staffContract.approvals.show.result.shape.rehearsal, one, sightOf(operator)));
  throw new Problem('changed_meanwhile', {
    message: 'С тех пор, как об этом просили, получилось бы другое. Посмотрите и согласитесь с новой версией',
    errors: [
      { path: 'then', message: told(then) },
      { path: 'now', message: told(now) },
      { path: 'body.version', message: rehearsalVersion(now) },
    ],
  });
}

/** Sees all of them: who decides, and who audits. */
const SEE_ALL = ['accountant', 'owner', 'admin', 'auditor'] as const;
const seesAll = (operator: Operator): boolean =>
  !operator.entry || SEE_ALL.some((role) => operator.entry?.roles.includes(role));

const stateAt = ({ state, until }: ApprovalRow, now: Date): ApprovalRow['state'] | 'expired' =>
  state === 'waiting' && new Date(until) <= now ? 'expired' : state;

/** What was asked for, as somebody may see it; of a call that this version does not know, nothing. */
function inputFor(
  { operator, outside }: Pick<Scope, 'operator' | 'outside'>,
  row: ApprovalRow,
): Record<string, unknown> {
  const call = callOfTwo(row.call);
  if (!call) return {};
  return maskedInput(call.body.shape, keptInput(call, { body: inputOf(outside, row) }), sightOf(operator));
}

function mayDecide({ operator: { entry }, outside }: Pick<Scope, 'operator' | 'outside'>, row: ApprovalRow): boolean {
  const call = callOfTwo(row.call);
  if (call === undefined || entry === undefined || entry.personId === row.asked_by) return false;
  return mayAgree(entry.roles, call) && !isAboutLogin(entry.login, inputOf(outside, row));
}

function shown(row: ApprovalRow, scope: Pick<Scope, 'operator' | 'outside' | 'now'>) {
  const state = stateAt(row, scope.now);
  const { asker, decider, ...rest } = row;
  return {
    ...rest,
    state,
    input: inputFor(scope, row),
    asked_by: asker,
    decided_by: decider,
    version: rehearsalVersion(row.rehearsal),
    may_agree: state === 'waiting' && mayDecide(scope, row),
  };
}

export const approvalHandlers: PlainHandlers<Group, 'ask'> = {
  ask: withoutTransaction(async ({ body }, scope) => {
    const { db, outside, now } = scope;
    const by = personIn(scope.operator);
    const call = callOfTwo(body.call);
    const role = call && askingRole(by.roles, call);
    if (!call || !role) throw new Problem('call_needs_nobody');
    const who: Operator = { ...scope.operator, role, entry: { ...by, isAgreed: true } };
    // What is agreed to is done: a call that took itself for a rehearsal would refuse less.
    const { dry_run: _, ...wanted } = body.input;
    const { secrets: _none, ...rehearsal } = await rehearse(db, (tx) => carryOutFor(tx, scope, who, call, wanted));
    const until = new Date(now.getTime() + WAITS_MS);
    const input = outside.vault.seal(writtenJson(wanted), ownerOf(by.personId, body.call));
    const asked = { call: body.call, input, reason: body.reason, askedBy: by.personId, askedRole: role };
    const { approval_id } = await db.write((tx) => insertApproval(tx, { ...asked, askedAt: now, until, rehearsal }));
    return { approval_id, until: instant(until), rehearsal, version: rehearsalVersion(rehearsal) };
  }),
  list: async ({ query }, scope) => {
    const askedBy = seesAll(scope.operator) ? null : (scope.operator.entry?.personId ?? null);
    return (await approvals(scope.db, { askedBy, limit: query.limit, now: scope.now })).map((row) => shown(row, scope));
  },
  show: async ({ query }, scope) => {
    const row = await approvalById(scope.db, query.approval_id);
    const isOwn = row?.asked_by === scope.operator.entry?.personId;
    if (!row || !(isOwn || seesAll(scope.operator))) throw new Problem('approval_unknown');
    return shown(row, scope);
  },
  agree: async ({ body }, scope) => {
    const { db, now, outside, operator } = scope;
    const by = personIn(operator);
    const { approval, call } = await waitingForOther(db, body.approval_id, scope);
    const asker = await askerOf(db, approval, by);
    const raw = { body: inputOf(outside, approval) };
    const { secrets, ...done } = await carryOutFor(db, scope, asker, call, raw.body);
    refuseOther(approval.rehearsal, done, body.version ?? rehearsalVersion(approval.rehearsal), operator);
    const { approval_id: approvalId, reason } = approval;
    await decideApproval(db, approvalId, { state: 'agreed', by: by.personId, at: now });
    const agreed = { call, raw, operator: asker, reason, agreedBy: by.personId, approvalId, change: done.changed };
    await noteAgreed(db, agreed, now);
    return { approval_id: approvalId, call: approval.call, reply: done.reply, ...(secrets && { secrets }) };
  },
  refuse: async ({ body }, scope) => {
    const { db, now } = scope;
    const by = personIn(scope.operator);
    const { approval } = await waitingForOther(db, body.approval_id, scope);
    await decideApproval(db, approval.approval_id, { state: 'refused', by: by.personId, at: now, note: body.reason });
    return { approval_id: approval.approval_id, state: 'refused' };
  },
  withdraw: async ({ body }, { db, now, operator }) => {
    const { personId } = personIn(operator);
    const approval = await waiting(db, body.approval_id, now);
    if (approval.asked_by !== personId) throw new Problem('approval_unknown');
    await decideApproval(db, approval.approval_id, { state: 'withdrawn', by: personId, at: now });
    return { approval_id: approval.approval_id, state: 'withdrawn' };
  },
};
