import { createHmac, hash, randomBytes } from 'node:crypto';

/** 256 random bits, 43 characters that need no escaping anywhere. */
export const newSecret = (): string => randomBytes(32).toString('base64url');
/** 128 random bits, 22 characters: identifies a session, proves nothing. */
export const newSessionId = (): string => randomBytes(16).toString('base64url');
export const newDerivationKey = (): Buffer => randomBytes(32);

/** The hash of a secret for the database. A secret has 256 random bits, so a fast hash is enough. */
export const hashOf = (secret: string): Buffer => hash('sha256', secret, 'buffer');

/**
 * Derives the next tokens from a refresh secret: always the same ones. Neither the secret alone nor the key in the
 * database alone reveals them.
 */
export function successorsOf(secret: string, derivationKey: Buffer): { secret: string; accessToken: string } {
  const derive = (use: string) => createHmac('sha256', derivationKey).update(`${use}:${secret}`).digest('base64url');
  return { secret: derive('refresh'), accessToken: derive('access') };
}
