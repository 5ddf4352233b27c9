import type { AskedId } from '@kabinet/contract/kernel/call/asked-id';
import type { Tx } from '#server/db/database.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { Subscriber } from '#server/kernel/world.ts';
import { typesOf } from '../service/kind.rules.ts';
import { ownUser } from '../service/service-user.queries.ts';

/** A mailbox keeps receiving letters: it is deleted, not suspended. A phone number belongs to the telephone account. */
const SUSPENDABLE = [...typesOf('internet'), 'tv', 'sip'];

/** The caller's service that may be suspended; another's, or a mailbox, is refused like one that does not exist. */
export async function ownSuspendable(
  tx: Tx,
  subscriber: Pick<Subscriber, 'contractId'>,
  asked: AskedId<'user'>,
): Promise<number> {
  const { userId, userType } = await ownUser(tx, subscriber, asked);
  if (!SUSPENDABLE.includes(userType)) throw new Problem('not_found');
  return userId;
}
