import {
  bestSight,
  SEE_PEOPLE_RIGHT,
  SIGHT_OF_ALL,
  SIGHT_OF_PROGRAM,
  SIGHT_OF_ROLE,
  SIGHT_OF_TRUSTED_PROGRAM,
  SIGHT_ON_VISIT,
  type SightOfKinds,
} from '@kabinet/contract/staff';
import type { OperatorRole } from '@kabinet/contract/kernel/call/staff-call';
import type { Operator } from '../world.ts';

/** All roles of somebody: over HTTP those of the person, in this process the one that is named. */
export function rolesOf({ role, entry }: Operator): readonly OperatorRole[] {
  if (entry) return entry.roles;
  return role === 'server' || role === 'program' ? [] : [role];
}

/** How somebody of the staff sees people. */
export function sightOf(operator: Operator, isOnVisit = false): SightOfKinds {
  const { role, entry } = operator;
  if (role === 'server') return SIGHT_OF_ALL;
  if (role === 'program') return entry?.calls.includes(SEE_PEOPLE_RIGHT) ? SIGHT_OF_TRUSTED_PROGRAM : SIGHT_OF_PROGRAM;
  const ofRoles = rolesOf(operator).map((one) => SIGHT_OF_ROLE[one]);
  return bestSight(isOnVisit ? [...ofRoles, SIGHT_ON_VISIT] : ofRoles);
}
