import type { ProblemCode } from '@kabinet/contract/kernel/problem';
import type { StaffContract } from '@kabinet/contract/staff';
import type { Tx } from '#server/db/database.ts';
import { insertEnded } from '#server/db/queries/operator-action.ts';
import type { StaffPerson } from '#server/domain/staff/person/person.queries.ts';
import { doerOf } from '#server/kernel/audit.ts';
import type { Operator, OpenScopeOf, RequestFacts } from '#server/kernel/world.ts';

export type EntryScope = OpenScopeOf<StaffContract['entry']['signIn']>;
/** Also of a person who has signed in and confirms it. */
export type SignScope = Pick<EntryScope, 'db' | 'now' | 'outside' | 'request'>;

/** The name of a sign-in in the audit trail. */
export const SIGN_IN = 'sign-in';

/** Notes a refused sign-in of a person who is known; of an unknown login only the guard knows. */
export async function noteEntry(
  tx: Tx,
  { request, now }: SignScope,
  person: StaffPerson | undefined,
  problem: ProblemCode,
) {
  if (!person) return;
  const action = { ...doerOf(operatorOf(person, request)), call: SIGN_IN, input: {}, reason: null, begunAt: now };
  await insertEnded(tx, action, { outcome: 'refused', problem }, now);
}

export function operatorOf(
  { person_id: personId, login, name, roles }: StaffPerson,
  { ip, requestId }: RequestFacts,
  session?: { readonly sessionId: string; readonly until: Date; readonly begunAt: Date },
): Operator {
  const entry = {
    owner: `person ${personId}`,
    personId,
    login,
    roles,
    sessionId: session?.sessionId ?? null,
    sessionUntil: session?.until ?? null,
    confirmedAt: session?.begunAt ?? null,
    keyId: null,
    calls: [],
    ip,
    requestId,
  };
  return { kind: 'operator', name, role: roles[0] ?? 'auditor', entry };
}
