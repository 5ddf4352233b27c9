import { instant } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { newLinkSecret } from '#server/domain/shared/read-out.ts';
import { hashOf } from '#server/domain/shared/secrets.ts';
import type { Vault } from '#server/integrations/vault/port.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { insertStaffPerson, holdPerson, putStaffPassword, type StaffPerson } from '../person/person.queries.ts';
import { endStaffSessions } from '../session/staff-session.queries.ts';
import {
  endInvitations,
  insertStaffInvitation,
  useInvitation,
  waitingInvitation,
  type WaitingInvitation,
} from './invitation.queries.ts';
import { putStaffTotp } from './staff-code.queries.ts';
import { giveSpareCodes, openKey, provenStep, sealNewKey } from './staff-codes.ts';

const HOUR_MS = 3_600_000;

interface Inviting {
  readonly vault: Vault;
  readonly staffUrl: string;
  readonly now: Date;
}

type Named = Pick<StaffPerson, 'login' | 'name' | 'roles'>;

/** Adds a person of the staff and invites her. */
export async function addStaffPerson(tx: Tx, person: Named, inviting: Inviting) {
  const added = await insertStaffPerson(tx, person, inviting.now);
  if (!added) throw new Problem('login_taken');
  return invite(tx, { ...person, ...added }, inviting);
}

/** Invites a person who has lost her password or her app; both work until she accepts. */
export async function inviteAgain(tx: Tx, login: string, inviting: Inviting) {
  const person = await holdPerson(tx, login);
  if (!person) throw new Problem('person_unknown');
  if (person.blocked_at !== null) throw new Problem('person_blocked');
  return invite(tx, person, inviting);
}

/** A code for one use within an hour; a former one ends. */
async function invite(
  tx: Tx,
  { person_id: personId, login, name, roles }: Named & { readonly person_id: number },
  { vault, staffUrl, now }: Inviting,
) {
  const code = newLinkSecret();
  const expiresAt = new Date(now.getTime() + HOUR_MS);
  await endInvitations(tx, personId, now);
  await insertStaffInvitation(tx, {
    personId,
    codeHash: hashOf(code),
    totpSecret: sealNewKey(vault, personId),
    invitedAt: now,
    expiresAt,
  });
  const link = `${staffUrl}/staff/invitation#${code}`;
  return { person_id: personId, login, name, roles: [...roles], code, link, until: instant(expiresAt) };
}

/** The invitation of a code, and the key of the app that it offers. */
export async function openedInvitation(
  tx: Tx,
  vault: Vault,
  code: string,
  now: Date,
): Promise<WaitingInvitation & { readonly key: Buffer }> {
  const invitation = await waitingInvitation(tx, hashOf(code), now);
  if (!invitation) throw new Problem('invitation_over');
  return { ...invitation, key: openKey(vault, invitation.person_id, invitation.totp_secret) };
}

interface Acceptance {
  readonly code: string;
  readonly passwordHash: string;
  readonly appCode: string;
}

/**
 * Accepts an invitation, once: the person gets a password, the app that she has proved, and spare codes; her former sessions end.
 * A wrong code of the app spends nothing: the code of the invitation is too long to be guessed.
 */
export async function acceptInvitation(
  tx: Tx,
  vault: Vault,
  { code, passwordHash, appCode }: Acceptance,
  now: Date,
): Promise<{ personId: number; spareCodes: string[] }> {
  const { invitation_id, person_id: personId, key, totp_secret } = await openedInvitation(tx, vault, code, now);
  const step = provenStep(key, appCode, now);
  if (step === undefined) throw new Problem('second_step_refused');
  if (!(await useInvitation(tx, invitation_id, now))) throw new Problem('invitation_over');
  await putStaffPassword(tx, personId, passwordHash);
  await putStaffTotp(tx, personId, totp_secret, step);
  await endStaffSessions(tx, personId, { reason: 'password_changed', now });
  return { personId, spareCodes: await giveSpareCodes(tx, vault, personId) };
}
