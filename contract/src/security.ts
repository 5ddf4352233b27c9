import { z } from 'zod';
import { call } from './kernel/call.ts';
import { PASSWORD_LENGTH } from './kernel/service-password.ts';
import { InstantText, text } from './kernel/wire.ts';

/** A password as it is typed: its length is checked together with the other rules. */
const Typed = (what: string) => text(1000).min(1, what);

/** A code of an app (six digits), or one of the backup codes. */
export const SecondStepCode = text(32).trim().min(1, 'Введите код');

const BackupCodes = z.object({
  backup_codes: z.array(z.string()).meta({ description: 'Shown once; the portal keeps only their marks' }),
});

export const security = {
  get: call({
    method: 'GET',
    path: '/v2/security',
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
    }),
  }),
  changePassword: call({
    method: 'POST',
    path: '/v2/security/change-password',
    summary: 'Change the password of the portal; ends the other sessions',
    outdates: ['security', 'auth', 'notice'],
    body: z.strictObject({
      password: Typed('Введите прежний пароль').meta({ description: 'The present one' }),
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
    summary: 'A new key for an app of codes; the second step is on only after a code of it',
    outdates: [],
    confirm: true,
    result: z.object({
      key: z.string().meta({ description: 'Base32, in groups of four, for typing' }),
      url: z.string().meta({ description: 'otpauth://, for the QR code' }),
    }),
    problems: ['second_step_on'],
  }),
  enableSecondStep: call({
    method: 'POST',
    path: '/v2/security/second-step-enable',
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
    summary: 'Switch the second step off; off already, it succeeds too',
    outdates: ['security', 'notice'],
    confirm: true,
    result: z.object({ was_on: z.boolean() }),
  }),
  newBackupCodes: call({
    method: 'POST',
    path: '/v2/security/backup-codes',
    summary: 'New backup codes; the former ones are not valid any more',
    outdates: ['security', 'notice'],
    confirm: true,
    result: BackupCodes,
    problems: ['second_step_off'],
  }),
};
