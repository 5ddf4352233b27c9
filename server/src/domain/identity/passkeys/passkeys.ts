import { randomBytes } from 'node:crypto';
import type { AskedId } from '@kabinet/contract/kernel/call/asked-id';
import type { Tx } from '#server/db/database.ts';
import { notify } from '#server/domain/messaging/notify.ts';
import type { At } from '#server/domain/shared/at.ts';
import type { Vault } from '#server/integrations/vault/port.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { credentialOf, deletePassword, spendRecoveries } from '../credentials/credential.queries.ts';
import { describeBrowser } from '../session/browser.rules.ts';
import { forgetDevices } from '../session/known-device.queries.ts';
import { writeDown } from '../session/session.queries.ts';
import { endOtherSessions } from '../session/session.ts';
import { challengeEnd, newChallenge } from './challenge.ts';
import { waysInChanged } from './notices.ts';
import {
  deletePasskey,
  holdPasskey,
  holdPasskeyOwner,
  insertPasskey,
  noteUse,
  passkeysOf,
  spendChallenge,
  type HeldPasskey,
  type ListedPasskey,
} from './passkey.queries.ts';
import type { PasskeyChange } from './passkey.texts.ts';

const MOST_PASSKEYS = 10;
/** The least number of passkeys without a password, because one device may be lost. */
const LEAST_WITHOUT_PASSWORD = 2;

/** Whether no passkey may be removed. */
export const isPasskeyNeeded = (count: number, hasPassword: boolean): boolean =>
  !hasPassword && count <= LEAST_WITHOUT_PASSWORD;

/** The portal as authenticators know it: a key made for one domain does not sign for another. */
export const rpIdOf = (publicUrl: string): string => new URL(publicUrl).hostname;

/** Loaded with the first passkey: most processes of the portal never see one. */
const library = () => import('@simplewebauthn/server');

export interface Ceremony {
  readonly vault: Vault;
  readonly publicUrl: string;
  readonly at: At;
}

/** What an authenticator made for a new passkey; bytes are base64url. */
export interface MadePasskey {
  readonly id: string;
  readonly client_data: string;
  readonly attestation: string;
  readonly transports: readonly string[];
}

/** What a passkey has signed; bytes are base64url. */
export interface SignedByPasskey {
  readonly id: string;
  readonly client_data: string;
  readonly authenticator_data: string;
  readonly signature: string;
  readonly user_handle?: string | undefined;
}

export const questionForUse = (vault: Vault, now: Date): string => newChallenge(vault, 'use', now);

/** What a browser needs to make a passkey in this session. */
export async function beginPasskey(tx: Tx, vault: Vault, owner: { contractId: number; sessionId: string }, now: Date) {
  const { handle } = await holdPasskeyOwner(tx, owner.contractId, randomBytes(32).toString('base64url'));
  const known = await passkeysOf(tx, owner.contractId);
  if (known.length >= MOST_PASSKEYS) throw new Problem('passkeys_too_many');
  return {
    challenge: newChallenge(vault, `add ${owner.sessionId}`, now),
    handle,
    known: known.map(({ passkey_id }) => passkey_id),
  };
}

/** Adds the passkey that the browser of this session has made; names it after the browser and system. */
export async function addPasskey(
  tx: Tx,
  owner: { contractId: number; sessionId: string; browser: string },
  made: MadePasskey,
  ceremony: Ceremony,
): Promise<ListedPasskey> {
  const { contractId, sessionId } = owner;
  const { at } = ceremony;
  await holdPasskeyOwner(tx, contractId, randomBytes(32).toString('base64url'));
  const proven = await checkMade(made, ceremony, sessionId);
  if ((await passkeysOf(tx, contractId)).length >= MOST_PASSKEYS) throw new Problem('passkeys_too_many');
  await spendOnce(tx, proven);
  const name = describeBrowser(owner.browser);
  const added = await insertPasskey(tx, { ...proven.key, contractId, transports: made.transports, name }, at.now);
  if (!added) throw new Problem('passkey_known');
  await tell(tx, contractId, { what: 'added', name }, at);
  return added;
}

interface Challenge {
  readonly challenge: string;
  readonly until: Date;
}

async function spendOnce(tx: Tx, { challenge, until }: Challenge): Promise<void> {
  if (!(await spendChallenge(tx, challenge, until))) throw new Problem('passkey_refused');
}

/** Turns any error of the library into a refusal: its errors are about the key, never about the portal. */
async function orRefuse<T>(verify: () => Promise<T>): Promise<T> {
  try {
    return await verify();
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw new Problem('passkey_refused');
  }
}

/** Keeps the challenge that the library finds in the signed data, if it is ours. */
function expecting({ vault, at }: Ceremony, purpose: Parameters<typeof challengeEnd>[1]) {
  let found: Challenge | undefined;
  const isOurs = (challenge: string): boolean => {
    const until = challengeEnd(vault, purpose, challenge, at.now);
    found = until && { challenge, until };
    return until !== undefined;
  };
  const spent = (): Challenge => {
    if (!found) throw new Problem('passkey_refused');
    return found;
  };
  return { isOurs, spent };
}

async function checkMade(made: MadePasskey, ceremony: Ceremony, sessionId: string) {
  const { isOurs, spent } = expecting(ceremony, `add ${sessionId}`);
  const { verifyRegistrationResponse } = await library();
  const { registrationInfo } = await orRefuse(() =>
    verifyRegistrationResponse({
      response: {
        id: made.id,
        rawId: made.id,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON: made.client_data, attestationObject: made.attestation },
      },
      expectedChallenge: isOurs,
      expectedOrigin: new URL(ceremony.publicUrl).origin,
      expectedRPID: rpIdOf(ceremony.publicUrl),
    }),
  );
  if (!registrationInfo) throw new Problem('passkey_refused');
  const { credential, credentialBackedUp: isSynced } = registrationInfo;
  const { id: credentialId, publicKey, counter } = credential;
  return { ...spent(), key: { credentialId, publicKey: Buffer.from(publicKey), counter, isSynced } };
}

/**
 * Checks what a passkey has signed, once; returns its contract. Refuses a counter that did not grow, because then the key was
 * copied. The device has verified its owner (finger, face or PIN), so a passkey counts as two factors.
 */
export async function checkSigned(tx: Tx, signed: SignedByPasskey, ceremony: Ceremony): Promise<number> {
  const held = await holdPasskey(tx, signed.id);
  if (!held || (signed.user_handle !== undefined && signed.user_handle !== held.handle)) {
    throw new Problem('passkey_refused');
  }
  const { isOurs, spent } = expecting(ceremony, 'use');
  const { verified, authenticationInfo } = await orRefuse(() => verify(signed, held, ceremony, isOurs));
  if (!verified) throw new Problem('passkey_refused');
  await spendOnce(tx, spent());
  const { newCounter: counter, credentialBackedUp: isSynced } = authenticationInfo;
  await noteUse(tx, signed.id, { counter, isSynced, now: ceremony.at.now });
  return held.contract_id;
}

const verify = async (
  { id, client_data, authenticator_data, signature }: SignedByPasskey,
  { public_key, counter }: HeldPasskey,
  { publicUrl }: Ceremony,
  isOurs: (challenge: string) => boolean,
) => {
  const { verifyAuthenticationResponse } = await library();
  return verifyAuthenticationResponse({
    response: {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON: client_data, authenticatorData: authenticator_data, signature },
    },
    expectedChallenge: isOurs,
    expectedOrigin: new URL(publicUrl).origin,
    expectedRPID: rpIdOf(publicUrl),
    credential: { id, publicKey: new Uint8Array(public_key), counter },
  });
};

/** Removes a passkey; without a password two must stay. */
export async function removePasskey(
  tx: Tx,
  contractId: number,
  passkeyId: AskedId<'passkey'>,
  at: At,
): Promise<{ passkey_id: string }> {
  await holdPasskeyOwner(tx, contractId, randomBytes(32).toString('base64url'));
  const removed = await deletePasskey(tx, contractId, passkeyId);
  if (!removed) throw new Problem('not_found');
  const [left, credential] = [await passkeysOf(tx, contractId), await credentialOf(tx, contractId)];
  if (!credential && left.length < LEAST_WITHOUT_PASSWORD) throw new Problem('last_way_in');
  await tell(tx, contractId, { what: 'removed', name: removed.name }, at);
  return { passkey_id: removed.passkey_id };
}

/** Removes the password, so that only passkeys sign in, and ends other sessions; undefined if there was no password. */
export async function removePassword(
  tx: Tx,
  { contractId, sessionId }: { contractId: number; sessionId: string },
  at: At,
): Promise<number | undefined> {
  await holdPasskeyOwner(tx, contractId, randomBytes(32).toString('base64url'));
  if ((await passkeysOf(tx, contractId)).length < LEAST_WITHOUT_PASSWORD) throw new Problem('last_way_in');
  if (!(await deletePassword(tx, contractId))) return undefined;
  const ended = await endOtherSessions(tx, contractId, sessionId, 'password_changed', at.now);
  await forgetDevices(tx, contractId);
  await spendRecoveries(tx, contractId, at.now);
  await tell(tx, contractId, { what: 'password_removed', name: '' }, at);
  return ended;
}

async function tell(tx: Tx, contractId: number, change: PasskeyChange, at: At): Promise<void> {
  const kind = change.what === 'password_removed' ? change.what : (`passkey_${change.what}` as const);
  await writeDown(tx, { kind, contractId, detail: { name: change.name } }, at.now);
  await notify(tx, waysInChanged, contractId, change, at);
}
