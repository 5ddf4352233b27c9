import { z } from 'zod';
import { call } from '../kernel/call/call.ts';
import { InstantText, text } from '../kernel/call/wire.ts';
import { SecondStepCode } from './security.ts';

const Recovery = text(64).meta({ description: 'The secret that `recovery/begin` gave' });

/** For somebody who has forgotten his password: nothing here tells whether a contract or a contact exists. */
export const recovery = {
  begin: call({
    method: 'POST',
    path: '/v2/recovery/begin',
    summary:
      'Send a code to the confirmed phone or e-mail of a contract, if there is one; the reply is always the same',
    outdates: [],
    access: 'public',
    body: z.strictObject({
      login: text(254).trim().min(1, 'Введите номер договора, телефон или почту'),
      by: z.enum(['phone', 'email']),
    }),
    result: z.object({
      recovery: z.string(),
      expires_at: InstantText,
      again_at: InstantText.meta({ description: 'When another code may be asked for' }),
    }),
    problems: ['channel_absent', 'forbidden_origin'],
  }),
  finish: call({
    method: 'POST',
    path: '/v2/recovery/finish',
    summary: 'Set a new password by the code, end every session, and sign in',
    outdates: [],
    access: 'public',
    body: z.strictObject({
      recovery: Recovery,
      code: text(16).trim().min(1, 'Введите код из сообщения'),
      new_password: text(1000).min(1, 'Придумайте новый пароль'),
      otp: SecondStepCode.optional().meta({ description: 'If the second step is on' }),
    }),
    result: z.object({
      access_token: z.string(),
      token_type: z.literal('Bearer'),
      expires_in: z.int(),
      new_access: z
        .int()
        .meta({ description: 'What beside the password opens the contract and has come in thirty days' }),
    }),
    problems: ['code_wrong', 'second_step_needed', 'second_step_refused', 'login_locked', 'forbidden_origin'],
  }),
};
