import { z } from 'zod';
import { askedId } from '../kernel/call/asked-id.ts';
import { call } from '../kernel/call/call.ts';
import { SHARE_ROLES } from '../kernel/sharing.ts';
import { InstantText, text } from '../kernel/call/wire.ts';
import { PasskeyQuestion, SignedByPasskey } from './passkey.ts';
import { SecondStepCode } from './security.ts';

const SubscriberGrant = z.strictObject({
  grant: z.literal('password').default('password'),
  login: text(254).trim().min(1, 'Введите номер договора, телефон или почту'),
  password: text(128).min(1, 'Введите пароль'),
  otp: SecondStepCode.optional().meta({
    description: 'A code of the app, or a backup code: on a new device, if the second step is on',
  }),
  new_password: text(1000)
    .min(1, 'Придумайте новый пароль')
    .optional()
    .meta({ description: 'Replaces a one-time password' }),
});
const PasskeyGrant = z.strictObject({ grant: z.literal('passkey'), passkey: SignedByPasskey });
const GuestGrant = z.strictObject({ grant: z.literal('guest') });

const Session = z.object({
  session_id: z.string(),
  is_current: z.boolean(),
  browser: z.string(),
  network: z.string().meta({ description: 'The IP address without its last part' }),
  started_at: InstantText,
  last_used_at: InstantText,
  acting: z
    .object({ contract_id: z.int().nullable(), name: z.string(), role: z.enum(SHARE_ROLES) })
    .nullable()
    .meta({
      description: 'Who has the contract open in it, if it is the session of another one; a person has no contract',
    }),
});

export const auth = {
  token: call({
    method: 'POST',
    path: '/v2/auth/token',
    summary: 'Sign in, or take a guest token; sets the cookies of the session',
    outdates: [],
    access: 'public',
    body: z.union([GuestGrant, PasskeyGrant, SubscriberGrant]),
    result: z.object({
      access_token: z.string(),
      token_type: z.literal('Bearer'),
      expires_in: z.int().meta({ description: 'Seconds' }),
    }),
    problems: [
      'login_refused',
      'login_locked',
      'passkey_refused',
      'second_step_needed',
      'second_step_refused',
      'new_password_needed',
      'forbidden_origin',
    ],
  }),
  passkeyQuestion: call({
    method: 'POST',
    path: '/v2/auth/passkey-question',
    summary: 'A challenge for a passkey to sign: for the sign-in, or to confirm',
    outdates: [],
    access: 'public',
    result: PasskeyQuestion,
  }),
  confirm: call({
    method: 'POST',
    path: '/v2/auth/confirm',
    persons: true,
    members: ['payer', 'technician', 'full'],
    summary: 'Confirm that it is the subscriber: opens the calls that need a confirmation for five minutes',
    outdates: [],
    body: z.union([
      z.strictObject({ passkey: SignedByPasskey }),
      z.strictObject({ password: text(128).min(1, 'Введите пароль') }),
    ]),
    result: z.object({ confirmed_until: InstantText }),
    problems: ['confirmation_refused', 'login_locked', 'passkey_refused'],
  }),
  sessions: call({
    method: 'GET',
    path: '/v2/auth/sessions',
    persons: true,
    members: [],
    summary: 'Sessions of the subscriber, newest first',
    result: z.array(Session),
  }),
  endSession: call({
    method: 'POST',
    path: '/v2/auth/end-session',
    persons: true,
    members: [],
    summary: 'End one session, or all but this one',
    outdates: ['auth', 'notice'],
    body: z.union([
      z.strictObject({ session_id: askedId('session', text(64)) }),
      z.strictObject({ others: z.literal(true) }),
    ]),
    result: z.object({ ended: z.int() }),
  }),
};
