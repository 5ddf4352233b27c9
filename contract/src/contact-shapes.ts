import { z } from 'zod';
import { InstantText } from './kernel/call/wire.ts';

// Contacts that a code proves: those of notices, and the address of telephone documents.

/** The code that a new address waits for: when it was sent, until when it is valid, tries left, when a new one may be sent. */
export const waiting = {
  sent_at: InstantText,
  expires_at: InstantText,
  again_at: InstantText.meta({ description: 'When a new code may be sent' }),
  tries_left: z.int(),
};

export const Email = z.object({
  email: z.string().nullable().meta({ description: 'The confirmed address; if none, the one that waits for its code' }),
  is_active: z.boolean().meta({ description: 'Whether an address is confirmed' }),
  has_code: z.boolean().meta({ description: 'Whether a code was sent and waits to be typed' }),
  waiting: z.object({ email: z.string(), ...waiting }).nullable(),
});

/** Problems of a call that sends a code. */
export const SENT_CODE = ['code_too_soon', 'channel_absent'] as const;
/** Problems of a call that takes the typed code. */
export const TYPED_CODE = ['code_wrong', 'contact_taken'] as const;
