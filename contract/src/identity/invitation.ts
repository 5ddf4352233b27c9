import { z } from 'zod';
import { call } from '../kernel/call/call.ts';
import { SHARE_ROLES } from '../kernel/sharing.ts';
import { CodeText, InstantText, text } from '../kernel/call/wire.ts';
import { UntilDay } from './family-shapes.ts';

/** The secret of the link: 128 bits and more, in signs that survive any messenger. */
const Secret = text(64)
  .trim()
  .min(1, 'Откройте ссылку из сообщения целиком')
  .meta({
    description: 'What stands behind the # of the link',
    examples: ['k7mfx2xqd9k7mfx2xqd9k7mfx2'],
  });

const Offer = z.object({
  name: z.string().meta({ description: 'Whose contract it is: «Иванов И.»; a company in full' }),
  role: z.enum(SHARE_ROLES),
  until_day: UntilDay,
  kind: z.enum(['phone', 'email']),
  contact: z.string().meta({ description: 'Where the invitation was sent, masked' }),
  expires_at: InstantText,
  code: z
    .object({ expires_at: InstantText, again_at: InstantText })
    .nullable()
    .meta({ description: 'The code that waits to be typed' }),
});

const OVER = ['link_over'] as const;
const EVERYBODY = ['payer', 'technician', 'full'] as const;

/**
 * Somebody without a contract opens an invitation that came to her phone or e-mail. Whatever is wrong with a link, the answer is the
 * same: it tells neither that there was an invitation nor whose.
 */
export const invitation = {
  look: call({
    method: 'POST',
    path: '/v2/invitation/look',
    access: 'guest',
    members: EVERYBODY,
    summary: 'Who invites, and what the invited person may do; changes nothing but the count of wrong links',
    outdates: [],
    body: z.strictObject({ secret: Secret }),
    result: Offer,
    problems: OVER,
  }),
  sendCode: call({
    method: 'POST',
    path: '/v2/invitation/send-code',
    access: 'guest',
    members: EVERYBODY,
    summary: 'Send a code to the contact of the invitation: only whoever has the contact can accept',
    outdates: [],
    body: z.strictObject({ secret: Secret }),
    result: Offer,
    problems: [...OVER, 'code_too_soon', 'channel_absent'],
  }),
  accept: call({
    method: 'POST',
    path: '/v2/invitation/accept',
    access: 'guest',
    members: EVERYBODY,
    summary:
      'Accept by the code: makes a sign-in of one’s own and signs in. Without a password a passkey is to be added next. Who signs in by this contact already, does so and accepts by `family/accept`',
    outdates: [],
    body: z.strictObject({
      secret: Secret,
      code: CodeText,
      new_password: text(1000).min(1, 'Придумайте пароль').optional(),
    }),
    result: z.object({
      access_token: z.string(),
      token_type: z.literal('Bearer'),
      expires_in: z.int().meta({ description: 'Seconds' }),
    }),
    problems: [...OVER, 'code_wrong', 'invitation_sign_in', 'share_known', 'shares_too_many', 'forbidden_origin'],
  }),
  refuse: call({
    method: 'POST',
    path: '/v2/invitation/refuse',
    access: 'guest',
    members: EVERYBODY,
    summary: 'Refuse an invitation: its link is no good any more, and the owner is told',
    outdates: [],
    body: z.strictObject({ secret: Secret }),
    result: z.object({ refused: z.literal(true) }),
    problems: OVER,
  }),
};
