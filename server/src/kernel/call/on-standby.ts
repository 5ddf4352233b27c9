import type { Call } from '@kabinet/contract/kernel/call/call';
import type { Database, Tx } from '#server/db/database.ts';
import type { Running } from './answer.ts';

/** A call that reads much is read on the standby, whose answer is as fresh as the primary's; undefined if it is to be read here. */
export const onStandby = <T>(
  { portal }: Pick<Running, 'portal'>,
  call: Call,
  db: Database,
  work: (tx: Tx) => Promise<T>,
): Promise<{ answer: T } | undefined> =>
  portal.handlerOf(call).fromStandby ? db.readOnStandby(work) : Promise.resolve(undefined);
