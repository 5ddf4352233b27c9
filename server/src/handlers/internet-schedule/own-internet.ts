import type { Tx } from '#db/database.ts';
import { typesOf } from '#domain/services/service/kind.rules.ts';
import { ownUser } from '#domain/services/service/service-user.queries.ts';
import { Problem } from '#kernel/problem.ts';
import type { Subscriber } from '#kernel/world.ts';

/** Throws unless it is an internet service of the caller. */
export async function ownInternet(tx: Tx, subscriber: Subscriber, userId: number): Promise<void> {
  const { userType } = await ownUser(tx, subscriber, userId);
  if (!typesOf('internet').includes(userType)) throw new Problem('not_found');
}

export function refuseClosed({ state }: { state: string }): void {
  if (state === 'closed')
    throw new Problem('change_not_allowed', { message: 'Услуга закрыта, график изменить нельзя' });
}
