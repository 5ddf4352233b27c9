import type { OperatorRole } from '@kabinet/contract/kernel/call/staff-call';
import type { Tx } from '#server/db/database.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { endInvitations } from '../entry/invitation.queries.ts';
import { livingKeysMadeBy } from '../keys/staff-key.queries.ts';
import { endStaffSessions } from '../session/staff-session.queries.ts';
import type { StaffEndReason } from '../session/staff-session.rules.ts';
import { hasOtherOf, holdPerson, mayComeIn, putBlocked, putRoles, type StaffPerson } from '../person/person.queries.ts';

/** Who changes something about a person, and when; null: the server itself. */
interface ByWhom {
  readonly by: number | null;
  readonly now: Date;
}

const isActiveAdmin = async (tx: Tx, { person_id: id, roles, blocked_at }: StaffPerson): Promise<boolean> =>
  roles.includes('admin') && blocked_at === null && (await mayComeIn(tx, id));

/** The person, locked; refuses herself, and the loss of the last administrator who can come in. */
async function personToLose(tx: Tx, login: string, { by }: ByWhom, losesAdmin: boolean): Promise<StaffPerson> {
  const person = await heldPerson(tx, login);
  if (person.person_id === by) throw new Problem('not_oneself');
  if (losesAdmin && (await isActiveAdmin(tx, person)) && !(await hasOtherOf(tx, person.person_id, ['admin'])))
    throw new Problem('last_admin');
  return person;
}

async function heldPerson(tx: Tx, login: string): Promise<StaffPerson> {
  const person = await holdPerson(tx, login);
  if (!person) throw new Problem('person_unknown');
  return person;
}

interface Changed {
  readonly login: string;
  /** What she was in before. */
  readonly former: readonly OperatorRole[];
  readonly roles: OperatorRole[];
  readonly sessions_ended: number;
}

const endAll = (tx: Tx, { person_id }: StaffPerson, reason: StaffEndReason, now: Date): Promise<number> =>
  endStaffSessions(tx, person_id, { reason, now });

/** Gives a person other roles; she signs in again, so no page shows what she may not do any more. */
export async function changeStaffRoles(
  tx: Tx,
  login: string,
  roles: readonly OperatorRole[],
  by: ByWhom,
): Promise<Changed> {
  const person = await personToLose(tx, login, by, !roles.includes('admin'));
  await putRoles(tx, person.person_id, roles);
  const sessions_ended = await endAll(tx, person, 'roles_changed', by.now);
  return { login, former: person.roles, roles: [...roles], sessions_ended };
}

/** Shuts a person out at once; tells the keys of programs that she knows. */
export async function blockPerson(
  tx: Tx,
  login: string,
  by: ByWhom,
): Promise<Changed & { keys: { key_id: number; name: string }[] }> {
  const person = await personToLose(tx, login, by, true);
  await putBlocked(tx, person.person_id, by.now);
  await endInvitations(tx, person.person_id, by.now);
  return {
    login,
    former: person.roles,
    roles: [...person.roles],
    sessions_ended: await endAll(tx, person, 'blocked', by.now),
    keys: await livingKeysMadeBy(tx, person.person_id, by.now),
  };
}

export async function unblockPerson(tx: Tx, login: string): Promise<{ login: string; roles: OperatorRole[] }> {
  const person = await heldPerson(tx, login);
  await putBlocked(tx, person.person_id, null);
  return { login, roles: [...person.roles] };
}
