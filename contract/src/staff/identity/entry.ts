import { z } from 'zod';
import { call } from '../../kernel/call/call.ts';
import { operatorCall, OPERATOR_ROLES } from '../../kernel/call/staff-call.ts';
import { InstantText, text } from '../../kernel/call/wire.ts';
import { Me, RolesTold, StaffCode, StaffPassword } from './shapes.ts';

/** A code of an invitation, as it stands in its link. */
const InvitationCode = text(64).trim().min(1, 'Откройте ссылку приглашения целиком').meta({ secret: true });
const NewPassword = text(1000).min(1, 'Придумайте пароль').meta({
  secret: true,
  description: 'Twelve signs at least, and none of those that have leaked',
});
const SpareCodes = z
  .array(z.string())
  .meta({ secret: true, description: 'Ten, each for one sign-in without the app; shown this once' });

/** What leads into a session; a browser makes these calls before it has one. */
export const entry = {
  signIn: call({
    method: 'POST',
    path: '/staff/v1/sign-in',
    summary: 'Begins a session by login, password and second factor; sets its cookie',
    access: 'public',
    body: z.strictObject({
      login: text(254).trim().min(1, 'Введите логин'),
      password: StaffPassword,
      code: StaffCode.optional().meta({
        description: 'Always needed; without it a right password answers `second_step_needed`',
      }),
    }),
    result: Me,
    problems: ['login_refused', 'login_locked', 'second_step_needed', 'second_step_refused', 'invitation_first'],
  }),
  signOut: call({
    method: 'POST',
    path: '/staff/v1/sign-out',
    summary: 'Ends the session of this browser and clears its cookie',
    access: 'public',
    result: z.object({ was_signed_in: z.boolean() }),
  }),
  openInvitation: call({
    method: 'POST',
    path: '/staff/v1/invitation/open',
    summary: 'Who is invited, and the key for the app of the second factor; the same one until it is accepted',
    access: 'public',
    body: z.strictObject({ code: InvitationCode }),
    result: z.object({
      login: z.string(),
      name: z.string(),
      roles: RolesTold,
      until: InstantText,
      key: z.string().meta({ secret: true, description: 'In base32' }),
      key_url: z.string().meta({ secret: true, description: '`otpauth://…`, for a QR code' }),
    }),
    problems: ['invitation_over'],
  }),
  acceptInvitation: call({
    method: 'POST',
    path: '/staff/v1/invitation/accept',
    summary: 'Chooses the password and proves the app, once; begins a session and gives the spare codes',
    access: 'public',
    body: z.strictObject({ code: InvitationCode, password: NewPassword, app_code: StaffCode }),
    result: z.object({ me: Me, spare_codes: SpareCodes }),
    problems: ['invitation_over', 'second_step_refused'],
  }),
};

const OWN = { roles: OPERATOR_ROLES, everybody: true } as const;
const person_needed = 'person_needed' as const;

/** What a person does about her own sign-in; no command has them, because they need a session. */
export const own = {
  sessions: operatorCall({
    ...OWN,
    method: 'GET',
    path: '/staff/v1/me/sessions',
    summary: 'The own sessions, the present one first',
    command: { words: 'me sessions', help: 'свои сеансы' },
    result: z.array(
      z.object({
        session_id: z.string(),
        is_current: z.boolean(),
        browser: z.string(),
        address: z.string(),
        started_at: InstantText,
        last_used_at: InstantText,
        is_new_place: z
          .boolean()
          .meta({ description: 'The first one of this network and browser, of a person who had come in before' }),
      }),
    ),
    problems: [person_needed],
  }),
  endSessions: operatorCall({
    ...OWN,
    method: 'POST',
    path: '/staff/v1/me/end-sessions',
    summary: 'Ends the other sessions, or one of them',
    command: { words: 'me end-sessions', help: 'закончить свои другие сеансы' },
    body: z.strictObject({ session_id: text(64).optional() }),
    result: z.object({ ended: z.int() }),
    problems: [person_needed],
  }),
  confirm: operatorCall({
    ...OWN,
    method: 'POST',
    path: '/staff/v1/me/confirm',
    summary:
      'Proves anew who sits there, by the password or by a code of the app: for five minutes calls that say so do not answer `confirmation_required`',
    command: { words: 'me confirm', help: 'подтвердить, что это я' },
    body: z
      .strictObject({ password: StaffPassword.optional(), code: StaffCode.optional() })
      .refine(
        ({ password, code }) => (password === undefined) !== (code === undefined),
        'Введите пароль или код из приложения',
      ),
    result: z.object({ until: InstantText }),
    problems: [person_needed, 'login_refused', 'login_locked', 'second_step_refused'],
  }),
  changePassword: operatorCall({
    ...OWN,
    method: 'POST',
    path: '/staff/v1/me/password',
    summary: 'Changes the own password; ends the other sessions',
    command: { words: 'me password', help: 'сменить свой пароль' },
    body: z.strictObject({ password: StaffPassword, code: StaffCode, new_password: NewPassword }),
    result: z.object({ sessions_ended: z.int() }),
    problems: [person_needed, 'login_refused', 'login_locked', 'second_step_refused'],
  }),
  renewSpareCodes: operatorCall({
    ...OWN,
    method: 'POST',
    path: '/staff/v1/me/spare-codes',
    summary: 'Gives ten new spare codes; the former ones work no more',
    command: { words: 'me spare-codes', help: 'новые запасные коды' },
    body: z.strictObject({ password: StaffPassword, code: StaffCode }),
    result: z.object({ spare_codes: SpareCodes }),
    problems: [person_needed, 'login_refused', 'login_locked', 'second_step_refused'],
  }),
};
