import type { OperatorCall } from '@kabinet/contract/kernel/call/staff-call';
import type { Running } from './answer.ts';
import { opensTooMany } from './look-limit.ts';
import { Problem } from './problem.ts';
import { confirmedUntil } from './step-up.ts';
import type { Operator } from '../world.ts';

const PROVE = 'Подтвердите, что это вы: паролем или кодом из приложения';

/** Why somebody of the staff may not make a call now; undefined: he may. */
export async function refusalOf(
  running: Running,
  call: OperatorCall,
  operator: Operator,
): Promise<Problem | undefined> {
  if (!mayMake(operator, call)) return notAllowed(operator);
  if (call.confirm && !hasProved(operator, running.now))
    return new Problem('confirmation_required', { message: PROVE });
  if (await opensTooMany(running.portal.world.db, call, operator, running.now)) return new Problem('too_many_looks');
  return undefined;
}

const notAllowed = ({ role }: Operator): Problem =>
  new Problem('role_not_allowed', role === 'program' ? { message: 'Ключ этого не позволяет' } : {});

/** The command line on the server stands above roles; a program makes the calls that its key names. */
function mayMake({ role, entry }: Operator, call: OperatorCall): boolean {
  if (role === 'server') return entry === undefined;
  if (role === 'program') return call.everybody === true || entry?.calls.includes(call.command.words) === true;
  return call.roles.includes(role);
}

/** Whether a person has proved within the last minutes who she is. A program has a key of its own, the server is above that. */
function hasProved({ entry }: Operator, now: Date): boolean {
  const isPerson = typeof entry?.personId === 'number';
  return !isPerson || confirmedUntil(entry, now) !== null;
}
