import type { Tx } from '#server/db/database.ts';
import {
  checkMade,
  checkSignature,
  MOST_PASSKEYS,
  rpIdOf,
  type Ceremony,
  type MadePasskey,
  type SignedByPasskey,
} from '#server/domain/identity/passkeys/ceremony.ts';
import { CHALLENGE_LIFE, newChallenge } from '#server/domain/identity/passkeys/challenge.ts';
import type { ListedPasskey } from '#server/domain/identity/passkeys/passkey.queries.ts';
import { describeBrowser } from '#server/domain/identity/session/browser.rules.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { holdPersonById, mayComeIn } from '../person/person.queries.ts';
import {
  deleteStaffPasskey,
  holdStaffPasskey,
  insertStaffPasskey,
  noteStaffPasskeyUse,
  passkeyHandle,
  staffPasskeys,
} from './staff-passkey.queries.ts';

/** Where a passkey is made: in a session of its owner, or by an invitation. */
type Place = `session ${string}` | `invitation ${number}`;

/** What a browser is asked to sign: the key itself knows whose it is. */
export const staffQuestion = ({ vault, publicUrl, at }: Ceremony) => ({
  challenge: newChallenge(vault, 'staff use', at.now),
  rp_id: rpIdOf(publicUrl),
  lives_for: CHALLENGE_LIFE / 1000,
});

interface Owner {
  readonly personId: number;
  readonly login: string;
}

/** What a browser needs to make a passkey for a person; `known`: those that her devices do not make again. */
export async function staffPasskeyWanted(
  tx: Tx,
  { personId, login }: Owner,
  place: Place,
  { vault, publicUrl, at, providerName }: Ceremony & { readonly providerName: string },
) {
  const known = await staffPasskeys(tx, personId);
  return {
    challenge: newChallenge(vault, `staff add ${place}`, at.now),
    rp_id: rpIdOf(publicUrl),
    rp_name: providerName,
    user_handle: await passkeyHandle(tx, personId),
    // Whoever is a client, too, has a passkey of the cabinet on the same device.
    user_name: `${login}, рабочее место`,
    known: known.map(({ passkey_id }) => passkey_id),
    lives_for: CHALLENGE_LIFE / 1000,
  };
}

/** Adds the passkey that a browser has made; names it after the browser and system. */
export async function addStaffPasskey(
  tx: Tx,
  personId: number,
  made: MadePasskey & { readonly browser: string; readonly place: Place },
  ceremony: Ceremony,
): Promise<ListedPasskey> {
  await holdPersonById(tx, personId);
  const { key, spend } = await checkMade(made, ceremony, `staff add ${made.place}`);
  if ((await staffPasskeys(tx, personId)).length >= MOST_PASSKEYS) throw new Problem('passkeys_too_many');
  await spend(tx);
  const name = describeBrowser(made.browser);
  const added = await insertStaffPasskey(tx, personId, { ...key, name }, ceremony.at.now);
  if (!added) throw new Problem('passkey_known');
  return added;
}

/** Checks what a passkey has signed, once; whose it is. A copied one is refused, for its counter does not grow. */
export async function checkStaffPasskey(tx: Tx, signed: SignedByPasskey, ceremony: Ceremony): Promise<number> {
  const held = await holdStaffPasskey(tx, signed.id);
  const use = await checkSignature(tx, signed, held, { ceremony, purpose: 'staff use' });
  if (!held) throw new Problem('passkey_refused');
  await noteStaffPasskeyUse(tx, signed.id, { ...use, now: ceremony.at.now });
  return held.person_id;
}

const LAST = 'Это последний ключ, а приложения с кодами нет: без него не войти. Сначала добавьте другой ключ';

/** Removes a passkey; whom nothing else lets in keeps one. */
export async function removeStaffPasskey(tx: Tx, personId: number, passkeyId: string): Promise<void> {
  await holdPersonById(tx, personId);
  if (!(await deleteStaffPasskey(tx, personId, passkeyId))) throw new Problem('not_found');
  if (!(await mayComeIn(tx, personId))) throw new Problem('last_way_in', { message: LAST });
}
