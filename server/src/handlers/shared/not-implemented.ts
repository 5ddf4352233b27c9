import type { AskedId } from '@kabinet/contract/kernel/asked-id';
import { parsePhone } from '@kabinet/contract/kernel/phone';
import { ownNumber } from '#domain/services/phone-numbers/phone-number.queries.ts';
import { ownUser } from '#domain/services/service/service-user.queries.ts';
import type { Tx } from '#db/database.ts';
import { Problem } from '#kernel/problem.ts';
import type { Subscriber } from '#kernel/world.ts';

interface Asked {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}
interface Asker {
  readonly db: Tx;
  /** Undefined for a guest, who owns nothing. */
  readonly subscriber?: Subscriber | undefined;
}

/**
 * Replaces a call that is not implemented. Ids in the request must still be the caller's: another's is refused exactly
 * like one that does not exist; only then comes the reply that the portal cannot do it yet.
 */
export async function notImplemented({ params, query, body }: Asked, { db, subscriber }: Asker): Promise<never> {
  for (const part of [params, query, body]) {
    const { id, user_id, phone_number } = (part ?? {}) as Record<string, unknown>;
    for (const named of [id, user_id])
      if (named !== undefined) await ownUser(db, asking(subscriber), wholeNumber(named));
    if (phone_number !== undefined) await ownNumber(db, asking(subscriber), digits(phone_number));
  }
  throw new Problem('not_built');
}

function asking(subscriber: Subscriber | undefined): Subscriber {
  if (!subscriber) throw new Problem('not_found');
  return subscriber;
}

/** An invalid id belongs to nobody. */
function wholeNumber(id: unknown): AskedId<'user'> {
  const number = typeof id === 'string' && id !== '' ? Number(id) : id;
  if (!Number.isSafeInteger(number)) throw new Problem('not_found');
  return number as AskedId<'user'>;
}

function digits(phone: unknown): AskedId<'phone_number'> {
  const number = typeof phone === 'string' ? parsePhone(phone) : undefined;
  if (number === undefined) throw new Problem('not_found');
  return number as unknown as AskedId<'phone_number'>;
}
