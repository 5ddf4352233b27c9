import { createHmac, hash, randomBytes } from 'node:crypto';

/** 256 random bits, 43 signs that need no escaping anywhere. */
export const newSecret = (): string => randomBytes(32).toString('base64url');
/** 128 random bits, 22 signs: names a session, proves nothing. */
export const newSessionId = (): string => randomBytes(16).toString('base64url');
export const newDerivationKey = (): Buffer => randomBytes(32);

/** What the database knows of a secret. A secret has 256 random bits, so a fast hash is enough. */
export const hashOf = (secret: string): Buffer => hash('sha256', secret, 'buffer');

/**
 * The tokens that follow a refresh secret. Whoever holds the secret gets the same ones every time, and neither the
 * key alone, which the database holds, nor the secret alone gives them away.
 */
export function successorsOf(secret: string, derivationKey: Buffer): { secret: string; accessToken: string } {
  const derive = (use: string) => createHmac('sha256', derivationKey).update(`${use}:${secret}`).digest('base64url');
  return { secret: derive('refresh'), accessToken: derive('access') };
}
