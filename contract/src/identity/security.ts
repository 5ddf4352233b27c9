import { z } from 'zod';
import { askedId } from '../kernel/call/asked-id.ts';
import { call } from '../kernel/call/call.ts';
import { PASSWORD_LENGTH } from '../kernel/service-password.ts';
import { InstantText, text } from '../kernel/call/wire.ts';
import { base64url, MadePasskey, PasskeyWanted } from './passkey.ts';
import { access } from './security-access.ts';

/** A password as it is typed: its length is checked together with the other rules. */
const Typed = (what: string) => text(1000).min(1, what);

/** A code of an app (six digits), or one of the backup codes. */
export const SecondStepCode = text(32).trim().min(1, 'Введите код');

const BackupCodes = z.object({
  backup_codes: z
    .array(z.string())
    .meta({ secret: true, description: 'Shown once; the portal keeps their marks, and the sealed reply for a day' }),
});

const Passkey = z.object({
  passkey_id: z.string(),
  name: z.string(),
  is_synced: z.boolean().meta({ description: 'The owner’s other devices have it, too' }),
  added_at: InstantText,
  used_at: InstantText.nullable(),
});
const AskedPasskey = askedId('passkey', base64url(1400));
const PasskeyName = text(60).trim().min(1, 'Назовите ключ');

/** Of the sign-in, whoever’s it is: a contract’s or that of a person without one. No member may touch it. */
const OF_SIGN_IN = { persons: true, members: [] } as const;

export const security = {
  ...access,
  get: call({
    method: 'GET',
    path: '/v2/security',
    ...OF_SIGN_IN,
    summary: 'How the subscriber signs in: password, second step, passkeys',
    result: z.object({
      password: z.object({
        changed_at: InstantText.nullable().meta({ description: 'null: there is none' }),
        least: z.int().meta({ description: 'Characters' }),
        most: z.int().meta({ description: 'Characters' }),
      }),
      second_step: z.object({
        enabled_at: InstantText.nullable().meta({ description: 'null: off' }),
        backup_codes_left: z.int(),
      }),
      passkeys: z.array(Passkey).meta({ description: 'The last added first' }),
    }),
  }),
  recovery: call({
    method: 'GET',
    path: '/v2/security/recovery',
    ...OF_SIGN_IN,
    summary: 'By which ways a forgotten password can be replaced, and how often strangers have asked for a new one',
    result: z.object({
      ways: z.array(
        z.object({
          kind: z.enum(['phone', 'email']),
          address: z.string().nullable().meta({ description: 'The first contact of this kind; null: none' }),
          is_open: z.boolean(),
          why_open: z.string().nullable().meta({ description: 'Why it cannot be closed, in Russian; null: it can' }),
        }),
      ),
      asked: z.object({
        asked: z.int().meta({ description: 'Requests on unknown devices in thirty days' }),
        sent: z.int().meta({ description: 'How many of them were answered by a message' }),
        last_asked_at: InstantText.nullable(),
      }),
    }),
  }),
  switchRecovery: call({
    method: 'POST',
    path: '/v2/security/recovery-switch',
    ...OF_SIGN_IN,
    summary: 'Close or open a way to a new password; one always stays open. Said twice, it succeeds twice',
    outdates: ['security', 'notice'],
    confirm: true,
    body: z.strictObject({ kind: z.enum(['phone', 'email']), is_open: z.boolean() }),
    result: z.object({ kind: z.enum(['phone', 'email']), is_open: z.boolean() }),
    problems: ['last_way_in'],
  }),
  staffReads: call({
    method: 'GET',
    path: '/v2/security/staff-reads',
    members: [],
    summary: 'Who of the staff has looked at the contract, the latest first; a hundred at most',
    result: z.array(
      z.object({
        read_at: InstantText,
        operator: z.string(),
        role: z.string().meta({ description: 'In Russian' }),
        what: z.string().meta({ description: 'What was looked at or done, in Russian' }),
      }),
    ),
  }),
  changePassword: call({
    method: 'POST',
    path: '/v2/security/change-password',
    ...OF_SIGN_IN,
    summary: 'Change the password of the portal; ends the other sessions',
    outdates: ['security', 'auth', 'notice'],
    body: z.strictObject({
      password: Typed('Введите нынешний пароль').meta({ description: 'The present one' }),
      new_password: Typed('Придумайте новый пароль').meta({
        description: `${PASSWORD_LENGTH.least} to ${PASSWORD_LENGTH.most} characters, no own names or numbers, not a leaked one`,
      }),
    }),
    result: z.object({ changed_at: InstantText, sessions_ended: z.int() }),
    problems: ['confirmation_refused', 'login_locked', 'changed_meanwhile'],
  }),
  beginSecondStep: call({
    method: 'POST',
    path: '/v2/security/second-step-begin',
    ...OF_SIGN_IN,
    summary: 'A new key for an app of codes; the second step is on only after a code of it',
    outdates: [],
    confirm: true,
    result: z.object({
      key: z.string().meta({ secret: true, description: 'Base32, in groups of four, for typing' }),
      url: z.string().meta({ secret: true, description: 'otpauth://, for the QR code' }),
    }),
    problems: ['second_step_on'],
  }),
  enableSecondStep: call({
    method: 'POST',
    path: '/v2/security/second-step-enable',
    ...OF_SIGN_IN,
    summary: 'Switch the second step on by a code of the app; gives the backup codes',
    outdates: ['security', 'auth', 'notice'],
    confirm: true,
    body: z.strictObject({ code: SecondStepCode }),
    result: BackupCodes,
    problems: ['second_step_on', 'second_step_refused', 'login_locked'],
  }),
  disableSecondStep: call({
    method: 'POST',
    path: '/v2/security/second-step-disable',
    ...OF_SIGN_IN,
    summary: 'Switch the second step off; off already, it succeeds too',
    outdates: ['security', 'notice'],
    confirm: true,
    result: z.object({ was_on: z.boolean() }),
  }),
  newBackupCodes: call({
    method: 'POST',
    path: '/v2/security/backup-codes',
    ...OF_SIGN_IN,
    summary: 'New backup codes; the former ones are not valid any more',
    outdates: ['security', 'notice'],
    confirm: true,
    result: BackupCodes,
    problems: ['second_step_off'],
  }),
  setPassword: call({
    method: 'POST',
    path: '/v2/security/set-password',
    ...OF_SIGN_IN,
    summary: 'Set a password where there is none: the subscriber signs in by passkeys',
    outdates: ['security', 'auth', 'notice'],
    confirm: true,
    body: z.strictObject({ new_password: Typed('Придумайте пароль') }),
    result: z.object({ changed_at: InstantText, sessions_ended: z.int() }),
    problems: ['password_there'],
  }),
  removePassword: call({
    method: 'POST',
    path: '/v2/security/remove-password',
    ...OF_SIGN_IN,
    summary: 'Sign in by passkeys only; there must be two. Removed already, it succeeds too',
    outdates: ['security', 'auth', 'notice'],
    confirm: true,
    result: z.object({ was_there: z.boolean(), sessions_ended: z.int() }),
    problems: ['last_way_in'],
  }),
  beginPasskey: call({
    method: 'POST',
    path: '/v2/security/passkey-begin',
    ...OF_SIGN_IN,
    summary: 'What the browser needs to make a passkey',
    outdates: [],
    confirm: true,
    result: PasskeyWanted,
    problems: ['passkeys_too_many'],
  }),
  addPasskey: call({
    method: 'POST',
    path: '/v2/security/passkey-add',
    ...OF_SIGN_IN,
    summary: 'Add the passkey that the browser has made',
    outdates: ['security', 'notice'],
    confirm: true,
    body: z.strictObject({ passkey: MadePasskey }),
    result: Passkey,
    problems: ['passkey_refused', 'passkey_known', 'passkeys_too_many'],
  }),
  renamePasskey: call({
    method: 'POST',
    path: '/v2/security/passkey-rename',
    ...OF_SIGN_IN,
    summary: 'Give a passkey another name',
    outdates: ['security'],
    body: z.strictObject({ passkey_id: AskedPasskey, name: PasskeyName }),
    result: Passkey,
  }),
  removePasskey: call({
    method: 'POST',
    path: '/v2/security/passkey-remove',
    ...OF_SIGN_IN,
    summary: 'Remove a passkey: it opens the portal no more',
    outdates: ['security', 'notice'],
    confirm: true,
    body: z.strictObject({ passkey_id: AskedPasskey }),
    result: z.object({ passkey_id: z.string() }),
    problems: ['last_way_in'],
  }),
};
