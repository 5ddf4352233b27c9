import { instant } from '@kabinet/contract/kernel/day';
import type { StaffContract } from '@kabinet/contract/staff';
import type { Tx } from '#server/db/database.ts';
import { hashPassword } from '#server/domain/identity/credentials/password.ts';
import { giveSpareCodes } from '#server/domain/staff/entry/staff-codes.ts';
import { refuseWeakStaffPassword } from '#server/domain/staff/entry/staff-password.ts';
import { putStaffPasskeyName, staffPasskeys } from '#server/domain/staff/passkeys/staff-passkey.queries.ts';
import {
  addStaffPasskey,
  removeStaffPasskey,
  staffPasskeyWanted,
} from '#server/domain/staff/passkeys/staff-passkeys.ts';
import { putStaffPassword } from '#server/domain/staff/person/person.queries.ts';
import {
  endStaffSessions,
  livingStaffSessions,
  noteConfirmation,
} from '#server/domain/staff/session/staff-session.queries.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { CONFIRMED_MS } from '#server/kernel/call/step-up.ts';
import { withoutTransaction } from '#server/kernel/world.ts';
import { inHashLine } from '../../shared/hash-line.ts';
import type { PlainHandlers } from '../../shared/plain-handlers.ts';
import { ownSession } from './me.ts';
import { provenByOpenId } from './openid.handlers.ts';
import { staffCeremony } from './staff-passkey.ts';
import { withSecondStep, withStaffPassword } from './staff-sign-in.ts';

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
  confirm: withoutTransaction(async ({ body: { password, openid, ...step } }, scope) => {
    const own = ownSession(scope.operator);
    const note = async (tx: Tx) => noteConfirmation(tx, own.sessionId, scope.now);
    if (password !== undefined) await withStaffPassword(own.personId, password, scope);
    if (openid !== undefined) await provenByOpenId(openid, own, scope);
    const isProven = password !== undefined || openid !== undefined;
    await (isProven ? scope.db.write(note) : withSecondStep(own.personId, step, scope, note));
    return { until: instant(new Date(scope.now.getTime() + CONFIRMED_MS)) };
  }),
  changePassword: withoutTransaction(async ({ body }, scope) => {
    const { personId, sessionId } = ownSession(scope.operator);
    const { login, name } = await withStaffPassword(personId, body.password, scope);
    refuseWeakStaffPassword(body.new_password, [login, name, scope.provider.name], 'new_password');
    const hash = await inHashLine('clean', () => hashPassword(body.new_password));
    return withSecondStep(personId, body, scope, async (tx) => {
      await putStaffPassword(tx, personId, hash);
      const ending = { reason: 'password_changed', now: scope.now, except: sessionId } as const;
      return { sessions_ended: await endStaffSessions(tx, personId, ending) };
    });
  }),
  renewSpareCodes: withoutTransaction(async ({ body }, scope) => {
    const { personId } = ownSession(scope.operator);
    await withStaffPassword(personId, body.password, scope);
    return withSecondStep(personId, body, scope, async (tx) => ({
      spare_codes: await giveSpareCodes(tx, scope.outside.vault, personId),
    }));
  }),
};

export const ownPasskeyHandlers: PlainHandlers<StaffContract['ownPasskeys']> = {
  list: (_, { db, operator }) => staffPasskeys(db, ownSession(operator).personId),
  wanted: (_, scope) => {
    const { personId, login, sessionId } = ownSession(scope.operator);
    const offering = { ...staffCeremony(scope), providerName: scope.provider.name };
    return staffPasskeyWanted(scope.db, { personId, login }, `session ${sessionId}`, offering);
  },
  add: ({ body: { passkey } }, scope) => {
    const { personId, sessionId } = ownSession(scope.operator);
    const { browser } = scope.request;
    const made = { ...passkey, browser, place: `session ${sessionId}` } as const;
    return addStaffPasskey(scope.db, personId, made, staffCeremony(scope));
  },
  rename: async ({ body }, { db, operator }) => {
    const renamed = await putStaffPasskeyName(db, ownSession(operator).personId, body.passkey_id, body.name);
    if (!renamed) throw new Problem('not_found');
    return renamed;
  },
  remove: async ({ body }, { db, operator }) => {
    await removeStaffPasskey(db, ownSession(operator).personId, body.passkey_id);
    return { passkey_id: body.passkey_id };
  },
};
