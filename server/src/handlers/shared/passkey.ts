import type { Database, Tx } from '#server/db/database.ts';
import { hasFailedOften, noteFailureFrom } from '#server/domain/identity/guard/guard.ts';
import { restOfMinute } from '#server/domain/identity/guard/lock.rules.ts';
import type { Ceremony, SignedByPasskey } from '#server/domain/identity/passkeys/ceremony.ts';
import { checkSigned } from '#server/domain/identity/passkeys/passkeys.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { RequestFacts, World } from '#server/kernel/world.ts';

type CeremonyScope = Pick<World, 'outside' | 'provider' | 'publicUrl'> & { readonly now: Date };
interface Counting {
  readonly db: Database;
  readonly request: RequestFacts;
  readonly now: Date;
}

export const ceremonyOf = ({ outside, provider, publicUrl, now }: CeremonyScope): Ceremony => ({
  vault: outside.vault,
  publicUrl,
  at: { now, zone: provider.time_zone },
});

/** Runs work that may refuse who comes in; counts such refusals by network, together with wrong passwords. */
export async function countingRefusals<T>(
  { db, request, now }: Counting,
  refusal: 'passkey_refused' | 'openid_refused',
  work: () => Promise<T>,
): Promise<T> {
  if (await db.read((tx) => hasFailedOften(tx, request.ip, now))) {
    throw new Problem('too_many_requests', { retryAfter: restOfMinute(now) });
  }
  try {
    return await work();
  } catch (error) {
    if (error instanceof Problem && error.code === refusal) {
      await db.write((tx) => noteFailureFrom(tx, request.ip, now));
    }
    throw error;
  }
}

/** Checks a passkey and runs the work for its contract. */
export const withPasskey = <T>(
  signed: SignedByPasskey,
  scope: CeremonyScope & Counting,
  work: (tx: Tx, contractId: number) => Promise<T>,
): Promise<T> =>
  countingRefusals(scope, 'passkey_refused', () =>
    scope.db.write(async (tx) => work(tx, await checkSigned(tx, signed, ceremonyOf(scope)))),
  );
