import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';
import { isAtDomain } from './host.ts';

// Loaded only where a passkey is used: the library is not part of any first load.

export const hasPasskeys = (): boolean => isAtDomain() && browserSupportsWebAuthn();
/** Whether the browser offers passkeys in the field of the login by itself. */
export const hasPasskeysInField = async (): Promise<boolean> => isAtDomain() && browserSupportsWebAuthnAutofill();

interface Question {
  readonly challenge: string;
  readonly rp_id: string;
  readonly lives_for: number;
}

/** Lets whoever sits there choose a passkey, and returns what it has signed. In the field: waits until one is chosen there. */
export async function signAsked({ challenge, rp_id: rpId, lives_for: seconds }: Question, { inField = false } = {}) {
  const optionsJSON = { challenge, rpId, timeout: seconds * 1000, userVerification: 'required' as const };
  const { id, response } = await startAuthentication({ optionsJSON, useBrowserAutofill: inField });
  return {
    id,
    client_data: response.clientDataJSON,
    authenticator_data: response.authenticatorData,
    signature: response.signature,
    ...(response.userHandle !== undefined && { user_handle: response.userHandle }),
  };
}

interface Wanted extends Question {
  readonly rp_name: string;
  readonly user_handle: string;
  readonly user_name: string;
  readonly known: readonly string[];
}

/** Makes a passkey on this device, or on another one that the browser offers. */
export async function makeWanted(asked: Wanted) {
  const { id, response } = await startRegistration({
    optionsJSON: {
      challenge: asked.challenge,
      rp: { id: asked.rp_id, name: asked.rp_name },
      user: { id: asked.user_handle, name: asked.user_name, displayName: asked.user_name },
      pubKeyCredParams: [-8, -7, -257].map((alg) => ({ alg, type: 'public-key' as const })),
      timeout: asked.lives_for * 1000,
      excludeCredentials: asked.known.map((known) => ({ id: known, type: 'public-key' as const })),
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
      attestation: 'none',
    },
  });
  return {
    id,
    client_data: response.clientDataJSON,
    attestation: response.attestationObject,
    transports: response.transports ?? [],
  };
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : '');

/** Whoever sits there has closed the browser's dialog, or another one has taken its place. */
export const isDeclined = (error: unknown): boolean => ['NotAllowedError', 'AbortError'].includes(nameOf(error));

/** The device has a passkey of this owner already. */
export const isThereAlready = (error: unknown): boolean => nameOf(error) === 'InvalidStateError';
