import { dayIn } from '@kabinet/contract/kernel/day';
import { isPerson } from '@kabinet/contract/kernel/sharing';
import type { Database, Tx } from '#server/db/database.ts';
import type { At } from '#server/domain/shared/at.ts';
import type { Vault } from '#server/integrations/vault/port.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { spendCode, wasSpentBy, type CheckedCode, type CodePurpose } from '../contacts/codes.ts';
import { afterPasswordChange } from '../credentials/change-password.ts';
import { putPassword } from '../credentials/credential.queries.ts';
import { noteWrongCode, refuseGuesser } from '../guard/guesses.ts';
import { giveRole } from './change-role.ts';
import {
  closeInvitation,
  holdInvitationOfLink,
  invitationOfLink,
  type LinkedInvitation,
} from './contact-invitation.queries.ts';
import { endOverdue } from './overdue.ts';
import { insertPerson, loginOfContact, type ContactLogin } from './person.queries.ts';
import { holdShared, holdShareWith, type ShareRow } from './sharing.queries.ts';
import { accept, markOf } from './sharing.ts';
import { giveTerm } from './term.ts';

/** What proves the contact of an invitation. The code is the contract's: its limits bound what one invitation can send. */
export const codeOfInvitation = ({ invitation_id }: Pick<LinkedInvitation, 'invitation_id'>): CodePurpose => ({
  name: `invited:${invitation_id}`,
  what: 'войти по приглашению',
  mostADay: 4,
});

interface Visitor {
  readonly vault: Vault;
  readonly ip: string;
  readonly now: Date;
}

/**
 * The open invitation of a link. A used, withdrawn, expired and unknown link are refused alike. Unknown links count as wrong codes
 * of their networks, also when the call is refused.
 */
export async function openInvitation(db: Database, secret: string, visitor: Visitor): Promise<LinkedInvitation> {
  const { vault, ip, now } = visitor;
  const found = await db.write(async (tx) => {
    await refuseGuesser(tx, ip, now);
    const linked = await invitationOfLink(tx, markOf(vault, secret), now);
    if (!linked) await noteWrongCode(tx, ip, now);
    return linked;
  });
  if (!found?.is_open) throw new Problem('link_over');
  return found;
}

/** The person who accepted this invitation a moment ago by this code: her browser repeats a request whose reply was lost. */
export async function personOfRepeat(
  db: Database,
  { secret, typed }: { readonly secret: string; readonly typed: string },
  { vault, now }: Visitor,
): Promise<number | undefined> {
  const found = await db.write((tx) => invitationOfLink(tx, markOf(vault, secret), now));
  if (!found || found.member_id === null || !isPerson(found.member_id)) return undefined;
  const of = { contractId: found.contract_id, purpose: codeOfInvitation(found).name };
  return (await wasSpentBy(db, of, typed, now)) ? found.member_id : undefined;
}

interface Accepting {
  readonly mark: Buffer;
  readonly checked: CheckedCode;
  /** The hash of the chosen password; undefined: a passkey comes next. */
  readonly hash: string | undefined;
}

/** Shares the contract with whoever has proved the contact, and returns her number. Makes a sign-in if the contact has none. */
export async function acceptByLink(tx: Tx, { mark, checked, hash }: Accepting, at: At): Promise<number> {
  const { now } = at;
  const invitation = await holdInvitationOfLink(tx, mark, now);
  if (!invitation?.is_open) throw new Problem('link_over');
  await spendCode(tx, checked, now);
  const { memberId, isNew } = await memberFor(tx, invitation, at);
  if (hash !== undefined) await putPassword(tx, memberId, { hash, changeBy: null, now });
  // A person may have other ways in, and somebody else her phone by now.
  if (hash !== undefined && !isNew) await afterPasswordChange(tx, { contractId: memberId, by: 'code' }, at);
  // A share whose term is over opens nothing, and must not close the invitation.
  await holdShared(tx, invitation.contract_id);
  await endOverdue(tx, { contractId: invitation.contract_id }, at);
  const share = await holdShareWith(tx, invitation.contract_id, memberId, now);
  if (share) await changeBy(tx, share, invitation, at);
  else await accept(tx, { ...invitation, share_id: null }, memberId, at);
  return memberId;
}

/** Who has the contract open already gets the role and the term that the page of the invitation has named. */
async function changeBy(tx: Tx, share: ShareRow, invitation: LinkedInvitation, at: At): Promise<void> {
  const { invitation_id: id, role, ends_at: endsAt } = invitation;
  await closeInvitation(tx, id, at.now);
  const current = await giveRole(tx, share, role, at);
  await giveTerm(tx, current, endsAt === null ? null : new Date(endsAt), at);
}

async function memberFor(
  tx: Tx,
  invitation: LinkedInvitation,
  { now, zone }: At,
): Promise<{ readonly memberId: number; readonly isNew: boolean }> {
  const { contact_kind: kind, contact: address, label: name, contract_id: invitedTo } = invitation;
  const login = await loginOfContact(tx, { kind, address });
  if (login) return { memberId: mustEnter(login), isNew: false };
  const person = { kind, address, name, invitedTo, today: dayIn(zone, now) };
  return { memberId: await insertPerson(tx, person, now), isNew: true };
}

/**
 * A person who has no password yet, or lost the device of her only passkey, enters by the code, as a recovery would let her. Everybody
 * else signs in as usual: the code of somebody's invitation must not replace a password.
 */
function mustEnter({ contract_id, has_password, has_second_step }: ContactLogin): number {
  if (!isPerson(contract_id) || has_password || has_second_step) throw new Problem('invitation_sign_in');
  return contract_id;
}
