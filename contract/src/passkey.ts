import { z } from 'zod';
import { text } from './kernel/wire.ts';

// The fields of WebAuthn that the server checks; all bytes are base64url.

const Bytes = (most: number) => text(most).regex(/^[\w-]+$/, 'Нужен base64url');

/** What an authenticator made for a new passkey. */
export const MadePasskey = z.strictObject({
  id: Bytes(1400),
  client_data: Bytes(4000),
  attestation: Bytes(20_000),
  transports: z.array(text(32)).max(10).default([]),
});

/** What a passkey has signed. */
export const SignedByPasskey = z.strictObject({
  id: Bytes(1400),
  client_data: Bytes(4000),
  authenticator_data: Bytes(4000),
  signature: Bytes(4000),
  user_handle: Bytes(100).optional(),
});

/** What the browser asks a passkey to sign. The key itself knows whose it is. */
export const PasskeyQuestion = z.object({
  challenge: z.string(),
  rp_id: z.string().meta({ description: 'The domain of the portal' }),
  lives_for: z.int().meta({ description: 'Seconds' }),
});
