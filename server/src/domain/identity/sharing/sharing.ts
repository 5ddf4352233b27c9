import { randomUUID } from 'node:crypto';
import type { AskedId } from '@kabinet/contract/kernel/call/asked-id';
import { isPerson, type ShareRole } from '@kabinet/contract/kernel/sharing';
import type { Tx } from '#server/db/database.ts';
import type { At } from '#server/domain/shared/at.ts';
import { secretToReadOut } from '#server/domain/shared/read-out.ts';
import { hashOf, newSecret } from '#server/domain/shared/secrets.ts';
import type { Vault } from '#server/integrations/vault/port.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { countLoginFailure, countHits, forgetFailures, holdGuard } from '../guard/guard.queries.ts';
import { hasFailedOften, noteFailureFrom } from '../guard/guard.ts';
import { signInLockedText, lockRest, restOfMinute } from '../guard/lock.rules.ts';
import { codeInOneForm } from '../second-factor/backup-code.rules.ts';
import { endPortalSession } from '../session/session.ts';
import { addAccessToken, writeDown } from '../session/session.queries.ts';
import { ACCESS_LIFE, accessEnd, type GuestPass } from '../session/session.rules.ts';
import { endOverdue } from './overdue.ts';
import { endShare, noteUsed, openIn, sessionsIn } from './share-sessions.queries.ts';
import { signsInBy } from './person.queries.ts';
import {
  holdShare,
  holdShared,
  holdShareWith,
  insertInvitation,
  insertShare,
  invitationByCode,
  invitationsOf,
  membersOf,
  type FoundInvitation,
  type InvitationRow,
  type ShareRow,
} from './sharing.queries.ts';
import { tellShareChange } from './tell-change.ts';

const HOUR = 3_600_000;
/** How long an invitation is valid. Milliseconds. */
const INVITATION_LIFE = 72 * HOUR;
const MOST_INVITATIONS = 5;
const MOST_MEMBERS = 10;
/** The most invitations that a contract may make per minute, including withdrawn ones. */
const INVITATIONS_A_MINUTE = 10;

/** What is stored of a code or of the secret of a link. */
export const markOf = (vault: Vault, code: string): Buffer => vault.markOf(`invitation ${codeInOneForm(code)}`);

/** Makes an invitation; its code is known only to the owner. */
export async function invite(
  tx: Tx,
  vault: Vault,
  { contractId, role, endsAt }: { contractId: number; role: ShareRole; endsAt: Date | null },
  now: Date,
): Promise<InvitationRow & { code: string }> {
  await limitInvitations(tx, contractId, now);
  const code = secretToReadOut(2, 5);
  const expiresAt = new Date(now.getTime() + INVITATION_LIFE);
  const made = { id: randomUUID(), contractId, role, mark: markOf(vault, code), expiresAt, endsAt };
  const invitation = await insertInvitation(tx, made, now);
  await writeDown(tx, { kind: 'share_invited', contractId, detail: { invitation_id: made.id, role } }, now);
  return { ...invitation, code };
}

/** Refuses one more invitation of a contract that has too many; locks the contract. */
export async function limitInvitations(tx: Tx, contractId: number, now: Date): Promise<void> {
  await holdShared(tx, contractId);
  const bucket = `invite:${contractId}`;
  const hits = await countHits(tx, [bucket], now);
  if ((hits.get(bucket) ?? 0) > INVITATIONS_A_MINUTE) {
    throw new Problem('too_many_requests', { retryAfter: restOfMinute(now) });
  }
  if ((await invitationsOf(tx, contractId, now)).length >= MOST_INVITATIONS) throw new Problem('invitations_too_many');
  if ((await membersOf(tx, contractId, now)).length >= MOST_MEMBERS) throw new Problem('shares_too_many');
}

/** The member who types a code, and his address. */
interface Guest {
  readonly memberId: number;
  readonly ip: string;
}

/**
 * Finds the invitation of a code. A wrong code is counted for the contract that types it, and for its networks together with wrong
 * passwords, so the caller must commit also when he gets a refusal.
 */
export async function findInvitation(
  tx: Tx,
  vault: Vault,
  code: string,
  { memberId, ip }: Guest,
  now: Date,
): Promise<FoundInvitation | Problem> {
  const subject = `invitation:${memberId}`;
  const guard = await holdGuard(tx, subject, now);
  const rest = lockRest(guard, now);
  if (rest > 0) return new Problem('login_locked', { message: signInLockedText(rest), retryAfter: rest / 1000 });
  if (await hasFailedOften(tx, ip, now)) return new Problem('too_many_requests', { retryAfter: restOfMinute(now) });
  const found = await invitationByCode(tx, markOf(vault, code), now);
  if (found && (await isFor(tx, found, memberId))) {
    await forgetFailures(tx, subject);
    return found.contract_id === memberId ? new Problem('invitation_own') : found;
  }
  await countLoginFailure(tx, subject, guard, now);
  await noteFailureFrom(tx, ip, now);
  return new Problem('invitation_refused', { errors: [{ path: 'body.code', message: REFUSED }] });
}

/** Whether somebody may accept it, or has done so. What went to a contact is for whoever signs in by it. */
async function isFor(tx: Tx, { is_open, member_id, ...found }: FoundInvitation, memberId: number): Promise<boolean> {
  if (member_id === memberId) return true;
  const { contact_kind: kind, contact: address } = found;
  return is_open && (kind === null || address === null || (await signsInBy(tx, memberId, { kind, address })));
}

const REFUSED = 'Код не подошёл или устарел';

type AcceptedInvitation = Pick<
  FoundInvitation,
  'contract_id' | 'role' | 'invitation_id' | 'share_id' | 'member_id' | 'label' | 'ends_at'
>;

/** Shares the contract of an invitation with the member who has accepted it; the same member may repeat it. */
export async function accept(tx: Tx, found: AcceptedInvitation, memberId: number, at: At): Promise<string> {
  const { contract_id: contractId, role, invitation_id, ends_at: endsAt } = found;
  const label = isPerson(memberId) ? found.label : null;
  if (found.share_id !== null && found.member_id === memberId) return found.share_id;
  await holdShared(tx, contractId);
  await endOverdue(tx, { contractId }, at);
  if (await holdShareWith(tx, contractId, memberId, at.now)) throw new Problem('share_known');
  if ((await membersOf(tx, contractId, at.now)).length >= MOST_MEMBERS) throw new Problem('shares_too_many');
  const shareId = randomUUID();
  await insertShare(tx, { id: shareId, contractId, memberId, role, label, endsAt }, invitation_id, at.now);
  await tellShareChange(tx, { share_id: shareId, contract_id: contractId, member_id: memberId, role }, 'began', at);
  return shareId;
}

/** Ends a share from the side of the owner or of the member; one that is over already stays so. */
export async function endShareFromSide(
  tx: Tx,
  side: { readonly contractId: number } | { readonly memberId: number },
  id: AskedId<'share'>,
  at: At,
): Promise<string> {
  const share = await holdShare(tx, side, id, at.now);
  if (!share) throw new Problem('not_found');
  if (share.is_over) return share.share_id;
  const reason = 'contractId' in side ? 'revoked' : 'left';
  if (reason === 'revoked' && isPerson(share.member_id)) await signOutOf(tx, share, at.now);
  await endShare(tx, share.share_id, reason, at.now);
  await tellShareChange(tx, share, reason, at);
  return share.share_id;
}

/** A person came for this contract: whoever closes it to her ends the sessions that she has there. */
async function signOutOf(tx: Tx, { share_id, member_id: memberId }: ShareRow, now: Date): Promise<void> {
  for (const sessionId of await sessionsIn(tx, share_id)) {
    await endPortalSession(tx, memberId, sessionId, 'access_closed', now);
  }
}

/** Opens another contract in a session, or its own one again; the former tokens of the session are not valid any more. */
export async function openSharedContract(
  tx: Tx,
  { memberId, sessionId }: { memberId: number; sessionId: string },
  id: AskedId<'share'> | null,
  now: Date,
): Promise<{ contractId: number; pass: GuestPass }> {
  await noteUsed(tx, sessionId, id, now);
  const share = id === null ? undefined : await shareToOpen(tx, memberId, id, now);
  const opened = await openIn(tx, sessionId, share?.share_id ?? null);
  if (!opened) throw new Problem('unauthorized');
  const accessToken = newSecret();
  const accessUntil = accessEnd(now, new Date(opened.expires_at), ACCESS_LIFE);
  await addAccessToken(tx, sessionId, hashOf(accessToken), accessUntil);
  if (share) {
    const detail = { session_id: sessionId, member: memberId, role: share.role };
    await writeDown(tx, { kind: 'share_opened', contractId: share.contract_id, detail }, now);
  }
  return { contractId: share?.contract_id ?? memberId, pass: { accessToken, accessUntil } };
}

async function shareToOpen(tx: Tx, memberId: number, id: AskedId<'share'>, now: Date): Promise<ShareRow> {
  const share = await holdShare(tx, { memberId }, id, now);
  if (!share || share.is_over) throw new Problem('not_found', { message: 'Этот договор вам больше не открыт' });
  return share;
}
