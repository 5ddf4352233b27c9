import type { StaffContract } from '@kabinet/contract/staff';
import { hashPassword } from '#server/domain/identity/credentials/password.ts';
import { inGroups, keyUrl, base32 } from '#server/domain/identity/second-factor/totp.ts';
import { acceptInvitation, openedInvitation } from '#server/domain/staff/entry/invitations.ts';
import { refuseWeakStaffPassword } from '#server/domain/staff/entry/staff-password.ts';
import { staffPasskeyWanted, staffQuestion } from '#server/domain/staff/passkeys/staff-passkeys.ts';
import { CLEARED_STAFF_COOKIE } from '#server/domain/staff/session/staff-session.rules.ts';
import { signOutOfStaff } from '#server/domain/staff/session/staff-sessions.ts';
import { withoutTransaction } from '#server/kernel/world.ts';
import { inHashLine } from '../../shared/hash-line.ts';
import type { PlainHandlers } from '../../shared/plain-handlers.ts';
import { leavingAt } from './openid.handlers.ts';
import { staffCeremony } from './staff-passkey.ts';
import { beginSession, signInByPasskey, signInStaff } from './staff-sign-in.ts';

export const entryHandlers: PlainHandlers<
  StaffContract['entry'],
  'signIn' | 'signInByPasskey' | 'signOut' | 'acceptInvitation'
> = {
  signIn: withoutTransaction(({ body }, scope) => signInStaff(body, scope)),
  askPasskey: (_, scope) => Promise.resolve(staffQuestion(staffCeremony(scope))),
  signInByPasskey: withoutTransaction(({ body }, scope) => signInByPasskey(body.passkey, scope)),
  signOut: withoutTransaction(async (_, scope) => {
    const { token } = scope.request;
    const ended = token === undefined ? undefined : await scope.db.write((tx) => signOutOfStaff(tx, token, scope.now));
    scope.reply.cookie(CLEARED_STAFF_COOKIE);
    return { was_signed_in: ended !== undefined, leave_at: ended?.byOpenId ? await leavingAt(scope) : null };
  }),
  openInvitation: async ({ body }, scope) => {
    const { db, outside, provider, now } = scope;
    const opened = await openedInvitation(db, outside.vault, body.code, now);
    const { login, name, roles, expires_at, key, person_id: personId, invitation_id: id } = opened;
    const offering = { ...staffCeremony(scope), providerName: provider.name };
    const passkey = await staffPasskeyWanted(db, { personId, login }, `invitation ${id}`, offering);
    const written = base32(key);
    const key_url = keyUrl(written, provider.name, login);
    return { login, name, roles: [...roles], until: expires_at, key: inGroups(written), key_url, passkey };
  },
  acceptInvitation: withoutTransaction(async ({ body }, scope) => {
    const { db, outside, now } = scope;
    const { login, name } = await db.read((tx) => openedInvitation(tx, outside.vault, body.code, now));
    refuseWeakStaffPassword(body.password, [login, name, scope.provider.name], 'password');
    const passwordHash = await inHashLine('clean', () => hashPassword(body.password));
    const { passkey } = body;
    const second = passkey ? { ...passkey, browser: scope.request.browser } : { appCode: body.app_code ?? '' };
    return db.write(async (tx) => {
      const acceptance = { code: body.code, passwordHash, second };
      const { personId, spareCodes } = await acceptInvitation(tx, acceptance, staffCeremony(scope));
      return { me: await beginSession(tx, personId, scope, { by: 'invitation' }), spare_codes: spareCodes };
    });
  }),
};
