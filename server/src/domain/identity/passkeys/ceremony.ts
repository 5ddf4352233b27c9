import type { Tx } from '#server/db/database.ts';
import type { At } from '#server/domain/shared/at.ts';
import type { Vault } from '#server/integrations/vault/port.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { challengeEnd } from './challenge.ts';
import { spendChallenge, type KeptPasskey } from './passkey.queries.ts';

/** The most passkeys of one owner. */
export const MOST_PASSKEYS = 10;

/** The portal as authenticators know it: a key made for one domain does not sign for another. */
export const rpIdOf = (publicUrl: string): string => new URL(publicUrl).hostname;

/** Loaded with the first passkey: most processes of the portal never see one. */
const library = () => import('@simplewebauthn/server');

export interface Ceremony {
  readonly vault: Vault;
  readonly publicUrl: string;
  readonly at: At;
}

type Purpose = Parameters<typeof challengeEnd>[1];

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
function expecting({ vault, at }: Ceremony, purpose: Purpose) {
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

/** Checks a new passkey; `spend` uses its challenge up, in the transaction that stores it. */
export async function checkMade(made: MadePasskey, ceremony: Ceremony, purpose: Purpose) {
  const { isOurs, spent } = expecting(ceremony, purpose);
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
  return {
    key: { credentialId, publicKey: Buffer.from(publicKey), counter, isSynced, transports: made.transports },
    spend: (tx: Tx) => spendOnce(tx, spent()),
  };
}

/**
 * Checks what a passkey has signed, once. Refuses a counter that did not grow, because then the key was copied. The device has
 * verified its owner (finger, face or PIN), so a passkey counts as two factors.
 */
export async function checkSignature(
  tx: Tx,
  signed: SignedByPasskey,
  held: KeptPasskey | undefined,
  { ceremony, purpose }: { readonly ceremony: Ceremony; readonly purpose: Purpose },
): Promise<{ counter: number; isSynced: boolean }> {
  if (!held || (signed.user_handle !== undefined && signed.user_handle !== held.handle)) {
    throw new Problem('passkey_refused');
  }
  const { isOurs, spent } = expecting(ceremony, purpose);
  const { verified, authenticationInfo } = await orRefuse(() => verify(signed, held, ceremony, isOurs));
  if (!verified) throw new Problem('passkey_refused');
  await spendOnce(tx, spent());
  return { counter: authenticationInfo.newCounter, isSynced: authenticationInfo.credentialBackedUp };
}

const verify = async (
  { id, client_data, authenticator_data, signature }: SignedByPasskey,
  { public_key, counter }: KeptPasskey,
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
