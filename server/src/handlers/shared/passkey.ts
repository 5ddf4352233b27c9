import type { Database, Tx } from '#server/db/database.ts';
import { hasFailedOften, noteFailureFrom } from '#server/domain/identity/guard/guard.ts';
import { restOfMinute } from '#server/domain/identity/guard/lock.rules.ts';
import { checkSigned, type Ceremony, type SignedByPasskey } from '#server/domain/identity/passkeys/passkeys.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { RequestFacts, World } from '#server/kernel/world.ts';

type CeremonyScope = Pick<World, 'outside' | 'provider' | 'publicUrl'> & { readonly now: Date };
type Scope = CeremonyScope & { readonly db: Database; readonly request: RequestFacts };

export const ceremonyOf = ({ outside, provider, publicUrl, now }: CeremonyScope): Ceremony => ({
  vault: outside.vault,
  publicUrl,
  at: { now, zone: provider.time_zone },
});

/** Checks a passkey and runs the work for its contract; counts failures by network, together with wrong passwords. */
export async function withPasskey<T>(
  signed: SignedByPasskey,
  scope: Scope,
  work: (tx: Tx, contractId: number) => Promise<T>,
): Promise<T> {
  const { db, request, now } = scope;
  if (await db.read((tx) => hasFailedOften(tx, request.ip, now))) {
    throw new Problem('too_many_requests', { retryAfter: restOfMinute(now) });
  }
  try {
    return await db.write(async (tx) => work(tx, await checkSigned(tx, signed, ceremonyOf(scope))));
  } catch (error) {
    if (error instanceof Problem && error.code === 'passkey_refused') {
      await db.write((tx) => noteFailureFrom(tx, request.ip, now));
    }
    throw error;
  }
}
