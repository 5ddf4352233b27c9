import type { AskedId } from '@kabinet/contract/kernel/call/asked-id';
import type { Tx } from '#server/db/database.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { Subscriber } from '#server/kernel/world.ts';
import { typesOf } from '../service/kind.rules.ts';
import { ownUser } from '../service/service-user.queries.ts';

/**
 * The caller's internet service of any type; another's, or a service of another kind, is refused like one that does not
 * exist.
 */
export async function ownInternet(
  tx: Tx,
  subscriber: Pick<Subscriber, 'contractId'>,
  asked: AskedId<'user'>,
): Promise<number> {
  const { userId, userType } = await ownUser(tx, subscriber, asked);
  if (!typesOf('internet').includes(userType)) throw new Problem('not_found');
  return userId;
}
