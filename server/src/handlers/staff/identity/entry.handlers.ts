import { instant } from '@kabinet/contract/kernel/day';
import type { StaffContract } from '@kabinet/contract/staff';
import type { Tx } from '#server/db/database.ts';
import { hashPassword } from '#server/domain/identity/credentials/password.ts';
import { inGroups, keyUrl, base32 } from '#server/domain/identity/second-factor/totp.ts';
import { acceptInvitation, openedInvitation } from '#server/domain/staff/entry/invitations.ts';
import { giveSpareCodes } from '#server/domain/staff/entry/staff-codes.ts';
import { refuseWeakStaffPassword } from '#server/domain/staff/entry/staff-password.ts';
import { putStaffPassword } from '#server/domain/staff/person/person.queries.ts';
import {
  endStaffSessions,
  livingStaffSessions,
  noteConfirmation,
} from '#server/domain/staff/session/staff-session.queries.ts';
import { CLEARED_STAFF_COOKIE } from '#server/domain/staff/session/staff-session.rules.ts';
import { signOutOfStaff } from '#server/domain/staff/session/staff-sessions.ts';
import { CONFIRMED_MS } from '#server/kernel/call/step-up.ts';
import { withoutTransaction } from '#server/kernel/world.ts';
import { inHashLine } from '../../shared/hash-line.ts';
import type { PlainHandlers } from '../../shared/plain-handlers.ts';
import { ownSession } from './me.ts';
import { beginSession, signInStaff, withStaffCode, withStaffPassword } from './staff-sign-in.ts';

export const entryHandlers: PlainHandlers<StaffContract['entry'], 'signIn' | 'acceptInvitation'> = {
  signIn: withoutTransaction(({ body }, scope) => signInStaff(body, scope)),
  signOut: async (_, { db, request, reply, now }) => {
    const was_signed_in = request.token !== undefined && (await signOutOfStaff(db, request.token, now));
    reply.cookie(CLEARED_STAFF_COOKIE);
    return { was_signed_in };
  },
  openInvitation: async ({ body }, { db, outside, provider, now }) => {
    const { login, name, roles, expires_at, key } = await openedInvitation(db, outside.vault, body.code, now);
    const written = base32(key);
    const key_url = keyUrl(written, provider.name, login);
    return { login, name, roles: [...roles], until: expires_at, key: inGroups(written), key_url };
  },
  acceptInvitation: withoutTransaction(async ({ body }, scope) => {
    const { db, outside, now } = scope;
    const { login, name } = await db.read((tx) => openedInvitation(tx, outside.vault, body.code, now));
    refuseWeakStaffPassword(body.password, [login, name, scope.provider.name], 'password');
    const passwordHash = await inHashLine('clean', () => hashPassword(body.password));
    const acceptance = { code: body.code, passwordHash, appCode: body.app_code };
    return db.write(async (tx) => {
      const { personId, spareCodes } = await acceptInvitation(tx, outside.vault, acceptance, now);
      return { me: await beginSession(tx, personId, scope), spare_codes: spareCodes };
    });
  }),
};

export const ownHandlers: PlainHandlers<StaffContract['own'], 'confirm' | 'changePassword' | 'renewSpareCodes'> = {
  sessions: async (_, { db, operator, now }) => {
    const { personId, sessionId } = ownSession(operator);
    const living = await livingStaffSessions(db, personId, now);
    return living
      .map((session) => ({ ...session, is_current: session.session_id === sessionId }))
      .toSorted((a, b) => Number(b.is_current) - Number(a.is_current));
  },
  endSessions: async ({ body }, { db, operator, now }) => {
    const { personId, sessionId } = ownSession(operator);
    const ending = { reason: 'ended', now, except: sessionId, only: body.session_id } as const;
    return { ended: await endStaffSessions(db, personId, ending) };
  },
  confirm: withoutTransaction(async ({ body: { password, code } }, scope) => {
    const { personId, sessionId } = ownSession(scope.operator);
    const note = async (tx: Tx) => noteConfirmation(tx, sessionId, scope.now);
    if (code !== undefined) await withStaffCode(personId, code, scope, note);
    if (password !== undefined) {
      await withStaffPassword(personId, password, scope);
      await scope.db.write(note);
    }
    return { until: instant(new Date(scope.now.getTime() + CONFIRMED_MS)) };
  }),
  changePassword: withoutTransaction(async ({ body }, scope) => {
    const { personId, sessionId } = ownSession(scope.operator);
    const { login, name } = await withStaffPassword(personId, body.password, scope);
    refuseWeakStaffPassword(body.new_password, [login, name, scope.provider.name], 'new_password');
    const hash = await inHashLine('clean', () => hashPassword(body.new_password));
    return withStaffCode(personId, body.code, scope, async (tx) => {
      await putStaffPassword(tx, personId, hash);
      const ending = { reason: 'password_changed', now: scope.now, except: sessionId } as const;
      return { sessions_ended: await endStaffSessions(tx, personId, ending) };
    });
  }),
  renewSpareCodes: withoutTransaction(async ({ body }, scope) => {
    const { personId } = ownSession(scope.operator);
    await withStaffPassword(personId, body.password, scope);
    return withStaffCode(personId, body.code, scope, async (tx) => ({
      spare_codes: await giveSpareCodes(tx, scope.outside.vault, personId),
    }));
  }),
};
