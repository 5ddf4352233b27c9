import { instant } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { newLinkSecret } from '#server/domain/shared/read-out.ts';
import { hashOf } from '#server/domain/shared/secrets.ts';
import type { Ceremony, MadePasskey } from '#server/domain/identity/passkeys/ceremony.ts';
import type { OpenIdPerson } from '#server/integrations/openid/port.ts';
import type { Vault } from '#server/integrations/vault/port.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { insertStaffPerson, holdPerson, putStaffPassword, type StaffPerson } from '../person/person.queries.ts';
import { deleteStaffPasskeys } from '../passkeys/staff-passkey.queries.ts';
import { addStaffPasskey } from '../passkeys/staff-passkeys.ts';
import { endStaffSessions } from '../session/staff-session.queries.ts';
import {
  endInvitations,
  insertStaffInvitation,
  useInvitation,
  waitingInvitation,
  type WaitingInvitation,
} from './invitation.queries.ts';
import { linkOpenId, unlinkOpenId } from '../openid/openid.queries.ts';
import { putStaffTotp, replaceSpareCodes } from './staff-code.queries.ts';
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

/** The same, used up: what its person had before works no more. */
async function usedInvitation(tx: Tx, vault: Vault, code: string, now: Date) {
  const invitation = await openedInvitation(tx, vault, code, now);
  const { invitation_id: invitationId, person_id: personId } = invitation;
  if (!(await useInvitation(tx, invitationId, now))) throw new Problem('invitation_over');
  await deleteStaffPasskeys(tx, personId);
  await unlinkOpenId(tx, personId);
  await endStaffSessions(tx, personId, { reason: 'password_changed', now });
  return invitation;
}

/** Accepts an invitation by the provider's own sign-in: from now on it alone lets her in. */
export async function acceptByOpenId(
  tx: Tx,
  { code, vault, now }: { readonly code: string; readonly vault: Vault; readonly now: Date },
  subject: OpenIdPerson,
): Promise<number> {
  const { person_id: personId } = await usedInvitation(tx, vault, code, now);
  await putStaffPassword(tx, personId, null);
  await putStaffTotp(tx, personId, null, 0);
  await replaceSpareCodes(tx, personId, []);
  if (!(await linkOpenId(tx, personId, subject, now))) throw new Problem('openid_taken');
  return personId;
}

interface Acceptance {
  readonly code: string;
  readonly passwordHash: string;
  /** What proves the second factor: a code of the app that the invitation offers, or a passkey that has just been made. */
  readonly second: { readonly appCode: string } | (MadePasskey & { readonly browser: string });
}

/**
 * Accepts an invitation, once: the person gets a password, the second factor that she has proved, and spare codes; what she had before works
 * no more. A wrong code of the app spends nothing: the code of the invitation is too long to be guessed.
 */
export async function acceptInvitation(
  tx: Tx,
  { code, passwordHash, second }: Acceptance,
  ceremony: Ceremony,
): Promise<{ personId: number; spareCodes: string[] }> {
  const { vault, at } = ceremony;
  const { now } = at;
  const invitation = await usedInvitation(tx, vault, code, now);
  const { invitation_id: invitationId, person_id: personId } = invitation;
  if ('appCode' in second) {
    const step = provenStep(invitation.key, second.appCode, now);
    if (step === undefined) throw new Problem('second_step_refused');
    await putStaffTotp(tx, personId, invitation.totp_secret, step);
  } else {
    await putStaffTotp(tx, personId, null, 0);
    await addStaffPasskey(tx, personId, { ...second, place: `invitation ${invitationId}` }, ceremony);
  }
  await putStaffPassword(tx, personId, passwordHash);
  return { personId, spareCodes: await giveSpareCodes(tx, vault, personId) };
}
