import { z } from 'zod';
import { base64url, MadePasskey, PasskeyWanted } from '../../identity/passkey.ts';
import { operatorCall, OPERATOR_ROLES } from '../../kernel/call/staff-call.ts';
import { InstantText, text } from '../../kernel/call/wire.ts';
import { words } from '../inputs.ts';
import { exactlyOne, NewPassword, ONE_SECOND_STEP, SignedForStaff, SpareCodes } from './proof.ts';
import { OPENID_REFUSED, OpenIdReturn } from './openid.ts';
import { StaffCode, StaffPassword } from './shapes.ts';

const OWN = { roles: OPERATOR_ROLES, everybody: true } as const;
const person_needed = 'person_needed' as const;
const REFUSED = ['login_refused', 'login_locked', 'second_step_refused', 'passkey_refused'] as const;

/** Who changes how she signs in proves both steps. */
const PROOF = {
  password: StaffPassword,
  code: StaffCode.optional(),
  passkey: SignedForStaff.optional().meta({ secret: true, description: 'Instead of the code' }),
};
const hasOneStep = ({ code, passkey }: { code?: unknown; passkey?: unknown }): boolean => exactlyOne(code, passkey);

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
      'Proves anew who sits there, by the password, by a code of the app or by a passkey: for five minutes calls that say so do not answer `confirmation_required`',
    command: { words: 'me confirm', help: 'подтвердить, что это я' },
    body: z
      .strictObject({
        password: StaffPassword.optional(),
        code: StaffCode.optional(),
        passkey: SignedForStaff.optional().meta({ secret: true }),
        openid: OpenIdReturn.optional().meta({ secret: true }),
      })
      .refine(
        ({ password, code, passkey, openid }) => exactlyOne(password, code, passkey, openid),
        'Введите пароль или код из приложения, или возьмите ключ',
      ),
    result: z.object({ until: InstantText }),
    problems: [person_needed, ...REFUSED, ...OPENID_REFUSED],
  }),
  changePassword: operatorCall({
    ...OWN,
    method: 'POST',
    path: '/staff/v1/me/password',
    summary: 'Changes the own password; ends the other sessions',
    command: { words: 'me password', help: 'сменить свой пароль' },
    body: z.strictObject({ ...PROOF, new_password: NewPassword }).refine(hasOneStep, ONE_SECOND_STEP),
    result: z.object({ sessions_ended: z.int() }),
    problems: [person_needed, ...REFUSED],
  }),
  renewSpareCodes: operatorCall({
    ...OWN,
    method: 'POST',
    path: '/staff/v1/me/spare-codes',
    summary: 'Gives ten new spare codes; the former ones work no more',
    command: { words: 'me spare-codes', help: 'новые запасные коды' },
    body: z.strictObject(PROOF).refine(hasOneStep, ONE_SECOND_STEP),
    result: z.object({ spare_codes: SpareCodes }),
    problems: [person_needed, ...REFUSED],
  }),
};

const PasskeyId = base64url(1400);
const Passkey = z.object({
  passkey_id: z.string(),
  name: z.string(),
  is_synced: z.boolean().meta({ description: 'Whether her other devices have it, too' }),
  added_at: InstantText,
  used_at: InstantText.nullable(),
});

/** The own passkeys. */
export const ownPasskeys = {
  list: operatorCall({
    ...OWN,
    method: 'GET',
    path: '/staff/v1/me/passkeys',
    summary: 'The own passkeys, the last added first',
    command: { words: 'me passkeys', help: 'свои ключи входа' },
    result: z.array(Passkey),
    problems: [person_needed],
  }),
  wanted: operatorCall({
    ...OWN,
    method: 'GET',
    path: '/staff/v1/me/passkeys/new',
    summary: 'What the browser needs to make a passkey in this session',
    command: { words: 'me passkey-new', help: 'что нужно браузеру, чтобы сделать ключ входа' },
    result: PasskeyWanted,
    problems: [person_needed],
  }),
  add: operatorCall({
    ...OWN,
    method: 'POST',
    path: '/staff/v1/me/passkeys/add',
    confirm: true,
    summary: 'Adds the passkey that the browser has made: it signs in, or is the second step after the password',
    command: { words: 'me passkey-add', help: 'добавить ключ входа' },
    body: z.strictObject({ passkey: MadePasskey }),
    result: Passkey,
    problems: [person_needed, 'passkey_refused', 'passkey_known', 'passkeys_too_many'],
  }),
  rename: operatorCall({
    ...OWN,
    method: 'POST',
    path: '/staff/v1/me/passkeys/rename',
    summary: 'Gives a passkey another name',
    command: { words: 'me passkey-rename', help: 'переименовать ключ входа' },
    body: z.strictObject({ passkey_id: PasskeyId, name: words(60, 'Название ключа') }),
    result: Passkey,
    problems: [person_needed],
  }),
  remove: operatorCall({
    ...OWN,
    method: 'POST',
    path: '/staff/v1/me/passkeys/remove',
    confirm: true,
    summary: 'Removes a passkey; the last one stays with whoever has no app',
    command: { words: 'me passkey-remove', help: 'удалить ключ входа' },
    body: z.strictObject({ passkey_id: PasskeyId }),
    result: z.object({ passkey_id: z.string() }),
    problems: [person_needed, 'last_way_in'],
  }),
};
