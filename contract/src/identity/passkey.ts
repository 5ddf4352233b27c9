import { z } from 'zod';
import { text } from '../kernel/call/wire.ts';

// The fields of WebAuthn that the server checks; all bytes are base64url.

/** Bytes as text: at most so many characters. */
export const base64url = (most: number) =>
  z
    .string()
    .regex(new RegExp(`^[\\w-]{1,${most}}$`), `Нужен base64url, не длиннее ${most} знаков`)
    .meta({ examples: ['AQIDBA'] });

/** What an authenticator made for a new passkey. */
export const MadePasskey = z.strictObject({
  id: base64url(1400),
  client_data: base64url(4000),
  attestation: base64url(20_000),
  transports: z.array(text(32)).max(10).default([]),
});

/** What a passkey has signed. */
export const SignedByPasskey = z.strictObject({
  id: base64url(1400),
  client_data: base64url(4000),
  authenticator_data: base64url(4000),
  signature: base64url(4000),
  user_handle: base64url(100).optional(),
});

/** What the browser asks a passkey to sign. The key itself knows whose it is. */
export const PasskeyQuestion = z.object({
  challenge: z.string(),
  rp_id: z.string().meta({ description: 'The domain of the portal' }),
  lives_for: z.int().meta({ description: 'Seconds' }),
});

/** What a browser needs to make a passkey. */
export const PasskeyWanted = z.object({
  challenge: z.string(),
  rp_id: z.string().meta({ description: 'The domain of the portal' }),
  rp_name: z.string(),
  user_handle: z.string().meta({ description: 'Random, base64url: tells a device nothing of its owner' }),
  user_name: z.string(),
  known: z.array(z.string()).meta({ description: 'Passkeys there are: a device makes no second one' }),
  lives_for: z.int().meta({ description: 'Seconds' }),
});
