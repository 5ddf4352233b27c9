import type { Tx } from '#server/db/database.ts';
import type { Ceremony, SignedByPasskey } from '#server/domain/identity/passkeys/ceremony.ts';
import { passkeyOwner } from '#server/domain/staff/passkeys/staff-passkey.queries.ts';
import { checkStaffPasskey } from '#server/domain/staff/passkeys/staff-passkeys.ts';
import { personById } from '#server/domain/staff/person/person.queries.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { World } from '#server/kernel/world.ts';
import { ceremonyOf, countingRefusals } from '../../shared/passkey.ts';
import { noteEntry, type SignScope } from './note-entry.ts';

type At = Pick<World, 'outside' | 'provider' | 'staffUrl'> & { readonly now: Date };
export type PasskeyScope = SignScope & At;

/** The staff may have an address of their own, and keys for it. */
export const staffCeremony = ({ staffUrl, ...scope }: At): Ceremony => ceremonyOf({ ...scope, publicUrl: staffUrl });

/** Runs work for the owner of a passkey, or refuses another person’s; what is refused stands in the trail of its owner. */
export async function withStaffPasskey<T>(
  signed: SignedByPasskey,
  scope: PasskeyScope,
  work: (tx: Tx, personId: number) => Promise<T>,
  only?: number,
): Promise<T> {
  try {
    return await countingRefusals(scope, 'passkey_refused', () =>
      scope.db.write(async (tx) => {
        const personId = await checkStaffPasskey(tx, signed, staffCeremony(scope));
        if (only !== undefined && personId !== only) throw new Problem('passkey_refused');
        return work(tx, personId);
      }),
    );
  } catch (error) {
    if (error instanceof Problem && error.code === 'passkey_refused') await noteRefused(signed, scope);
    throw error;
  }
}

const noteRefused = ({ id }: SignedByPasskey, scope: SignScope): Promise<void> =>
  scope.db.write(async (tx) => {
    const owner = await passkeyOwner(tx, id);
    const person = owner && (await personById(tx, owner.person_id));
    await noteEntry(tx, scope, person, 'passkey_refused');
  });
