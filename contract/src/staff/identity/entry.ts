import { z } from 'zod';
import { MadePasskey, PasskeyQuestion, PasskeyWanted } from '../../identity/passkey.ts';
import { call } from '../../kernel/call/call.ts';
import { InstantText, text } from '../../kernel/call/wire.ts';
import { exactlyOne, InvitationCode, NewPassword, ONE_SECOND_STEP, SignedForStaff, SpareCodes } from './proof.ts';
import { Me, RolesTold, StaffCode, StaffPassword } from './shapes.ts';

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
        description: 'Always needed, or a passkey; without both a right password answers `second_step_needed`',
      }),
      passkey: SignedForStaff.optional().meta({ secret: true, description: 'Instead of the code' }),
    }),
    result: Me,
    problems: [
      'login_refused',
      'login_locked',
      'second_step_needed',
      'second_step_refused',
      'passkey_refused',
      'invitation_first',
    ],
  }),
  askPasskey: call({
    method: 'POST',
    path: '/staff/v1/passkey/question',
    summary: 'A challenge for a passkey to sign: for the sign-in, or to confirm',
    access: 'public',
    result: PasskeyQuestion,
  }),
  signInByPasskey: call({
    method: 'POST',
    path: '/staff/v1/passkey/sign-in',
    summary: 'Begins a session by a passkey, which knows its owner and has verified her: both factors at once',
    access: 'public',
    body: z.strictObject({ passkey: SignedForStaff }),
    result: Me,
    problems: ['passkey_refused', 'login_refused'],
  }),
  signOut: call({
    method: 'POST',
    path: '/staff/v1/sign-out',
    summary: 'Ends the session of this browser and clears its cookie',
    access: 'public',
    result: z.object({
      was_signed_in: z.boolean(),
      leave_at: z.string().nullable().meta({
        description:
          'Where the browser signs out of the provider’s own sign-in, too, if the session has come from there',
      }),
    }),
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
      passkey: PasskeyWanted.meta({ description: 'To make a passkey instead of connecting an app' }),
    }),
    problems: ['invitation_over'],
  }),
  acceptInvitation: call({
    method: 'POST',
    path: '/staff/v1/invitation/accept',
    summary:
      'Chooses the password and proves the app, or a new passkey, once; begins a session and gives the spare codes',
    access: 'public',
    body: z
      .strictObject({
        code: InvitationCode,
        password: NewPassword,
        app_code: StaffCode.optional(),
        passkey: MadePasskey.optional(),
      })
      .refine(({ app_code: code, passkey }) => exactlyOne(code, passkey), ONE_SECOND_STEP),
    result: z.object({ me: Me, spare_codes: SpareCodes }),
    problems: ['invitation_over', 'second_step_refused', 'passkey_refused', 'passkey_known'],
  }),
};
