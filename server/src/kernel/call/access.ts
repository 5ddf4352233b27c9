import type { Call } from '@kabinet/contract/kernel/call/call';
import { isPerson, ROLE_MEANS, ROLE_OF } from '@kabinet/contract/kernel/sharing';
import { roleMay } from '@kabinet/contract/sharing';
import { Problem } from './problem.ts';
import type { Caller } from '../world.ts';

/** Refuses a guest a call that needs a contract, and a member a call that his role may not make. */
export function assertAccess(call: Call, caller: Caller | undefined): Caller {
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
