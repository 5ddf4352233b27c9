import { randomUUID } from 'node:crypto';
import { instant } from '@kabinet/contract/kernel/day';
import type { AskedId } from '@kabinet/contract/kernel/call/asked-id';
import type { ShareRole } from '@kabinet/contract/kernel/sharing';
import type { Tx } from '#server/db/database.ts';
import { notify } from '#server/domain/messaging/notify.ts';
import type { At } from '#server/domain/shared/at.ts';
import { maskedName } from '#server/domain/shared/masked-name.rules.ts';
import { newLinkSecret } from '#server/domain/shared/read-out.ts';
import { momentWord } from '#server/domain/shared/text.rules.ts';
import type { Vault } from '#server/integrations/vault/port.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { ContactAddress } from '../contacts/address.rules.ts';
import { refuseUnreached, sendInsteadOfCode, type CodeSending } from '../contacts/codes.ts';
import { writeDown } from '../session/session.queries.ts';
import {
  closeInvitation,
  holdInvitationOfLink,
  insertContactInvitation,
  renewInvitation,
} from './contact-invitation.queries.ts';
import { invitationLetter, invitationSms, notNowText } from './invitation.texts.ts';
import { invitationDeclined } from './notices.ts';
import { sharedClientOf, type InvitationRow } from './sharing.queries.ts';
import { limitInvitations, markOf } from './sharing.ts';
import { untilText } from './term.ts';

// An invitation that goes to a phone or an e-mail: whoever has the contact accepts it, with or without a contract. Nothing that its
// maker sees depends on whose contact it is.

const DAY = 86_400_000;
/** How long the link is valid. Milliseconds. */
const LINK_LIFE = 7 * DAY;
/** Messages with one invitation within a day. */
const MOST_A_DAY = 3;

export interface Inviting extends CodeSending {
  readonly vault: Vault;
}

export interface Invited extends ContactAddress {
  readonly label: string;
  readonly role: ShareRole;
  readonly endsAt: Date | null;
}

/** Invites somebody by a contact. */
export async function inviteContact(
  tx: Tx,
  contractId: number,
  { label, role, endsAt, ...to }: Invited,
  inviting: Inviting,
): Promise<InvitationRow> {
  const { now, vault } = inviting;
  refuseUnreached(inviting.outside, to.kind);
  await limitInvitations(tx, contractId, now);
  const secret = newLinkSecret();
  const id = randomUUID();
  const expiresAt = new Date(now.getTime() + LINK_LIFE);
  const made = { id, contractId, role, label, ...to, mark: markOf(vault, secret), expiresAt, endsAt };
  const invitation = await insertContactInvitation(tx, made, now);
  if (!invitation) throw new Problem('invitation_waits');
  await send(tx, { contractId, secret, invitation }, inviting);
  await writeDown(tx, { kind: 'share_invited', contractId, detail: { invitation_id: id, role, by: to.kind } }, now);
  return invitation;
}

/** Sends an invitation again; its former link is no good any more. */
export async function resendInvitation(
  tx: Tx,
  contractId: number,
  id: AskedId<'invitation'>,
  inviting: Inviting,
): Promise<InvitationRow> {
  const { now, vault } = inviting;
  const secret = newLinkSecret();
  const expiresAt = new Date(now.getTime() + LINK_LIFE);
  const invitation = await renewInvitation(tx, contractId, { id, mark: markOf(vault, secret), expiresAt }, now);
  if (!invitation) throw new Problem('not_found', { message: 'Это приглашение уже не ждёт ответа' });
  await send(tx, { contractId, secret, invitation }, inviting);
  return invitation;
}

/** Somebody does not want what he was invited to: the owner is told, and the link is no good any more. */
export async function declineInvitation(tx: Tx, mark: Buffer, at: At): Promise<void> {
  const invitation = await holdInvitationOfLink(tx, mark, at.now);
  if (!invitation?.is_open) throw new Problem('link_over');
  const { invitation_id: id, contract_id: contractId, label, role } = invitation;
  await closeInvitation(tx, id, at.now);
  await notify(tx, invitationDeclined, contractId, { invitationId: id, name: label }, at);
  await writeDown(tx, { kind: 'share_declined', contractId, detail: { invitation_id: id, role } }, at.now);
}

interface Sent {
  readonly contractId: number;
  readonly secret: string;
  readonly invitation: InvitationRow;
}

/** The message counts for the limits of codes, so that nobody is flooded with invitations. */
async function send(tx: Tx, { contractId, secret, invitation }: Sent, inviting: Inviting): Promise<void> {
  const { invitation_id, contact_kind: kind, contact: address, role, expires_at, ends_at } = invitation;
  if (kind === null || address === null) throw new Problem('not_found');
  const { client_name, is_company } = await sharedClientOf(tx, contractId);
  const purpose = { name: `invite:${invitation_id}`, what: '', mostADay: MOST_A_DAY };
  const at = { now: inviting.now, zone: inviting.provider.time_zone };
  const text = {
    name: maskedName(client_name, is_company),
    role,
    url: `${inviting.publicUrl}/lk/support/invited#${secret}`,
    until: momentWord(instant(new Date(expires_at)), at),
    endsOn: ends_at && untilText(new Date(ends_at), at),
  };
  const texts = { sms: invitationSms, mail: invitationLetter };
  try {
    await sendInsteadOfCode(tx, { contractId, kind, address, purpose }, texts, text, inviting);
  } catch (error) {
    throw error instanceof Problem && error.code === 'code_too_soon' ? notNow(error) : error;
  }
}

/** The limits speak of codes; here nobody has asked for one. */
function notNow({ detail: { retryAfter = 0 } }: Problem): Problem {
  return new Problem('code_too_soon', { message: notNowText(retryAfter), retryAfter });
}
