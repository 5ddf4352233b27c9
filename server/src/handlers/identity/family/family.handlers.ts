import { contract } from '@kabinet/contract';
import { isPerson } from '@kabinet/contract/kernel/sharing';
import { roleMay } from '@kabinet/contract/sharing';
import type { Tx } from '#server/db/database.ts';
import { accessCookie } from '#server/domain/identity/session/cookies.rules.ts';
import { tokenReply } from '#server/domain/identity/session/session.rules.ts';
import { changeRole as giveRole } from '#server/domain/identity/sharing/change-role.ts';
import {
  inviteContact as sendInvitation,
  resendInvitation,
} from '#server/domain/identity/sharing/contact-invitation.ts';
import {
  invitationsOf,
  membersOf,
  withdrawInvitation,
  type InvitationRow,
} from '#server/domain/identity/sharing/sharing.queries.ts';
import {
  accept as acceptInvitation,
  endShareFromSide,
  findInvitation,
  invite as makeInvitation,
  openSharedContract,
} from '#server/domain/identity/sharing/sharing.ts';
import { changeTerm as putTerm, endOfTerm, dayOfEnd } from '#server/domain/identity/sharing/term.ts';
import { maskedName } from '#server/domain/shared/masked-name.rules.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { signedIn, withoutTransaction, type Handler, type Handlers, type OpenScopeOf } from '#server/kernel/world.ts';
import { addressText } from '../../shared/address-text.ts';
import { contractsFor, offeredContract } from './family.queries.ts';

type Group = typeof contract.family;

const get: Handler<Group['get']> = async (
  _,
  { db, subscriber: { contractId }, now, provider: { time_zone: zone } },
) => {
  const [members, invitations] = await Promise.all([
    membersOf(db, contractId, now),
    invitationsOf(db, contractId, now),
  ]);
  return {
    members: members.map(
      ({ client_name, is_company, label, contact_kind, contact, contract_id, ends_at, ...member }) => ({
        ...member,
        until_day: dayOfEnd(ends_at, zone),
        contract_id: isPerson(contract_id) ? null : contract_id,
        name: label ?? maskedName(client_name, is_company),
        contact: contactOf({ contact_kind, contact }),
      }),
    ),
    invitations: invitations.map((invitation) => invitationReply(invitation, zone)),
  };
};

const contactOf = ({ contact_kind: kind, contact: address }: Pick<InvitationRow, 'contact_kind' | 'contact'>) =>
  kind === null || address === null ? null : { kind, address };

const invitationReply = ({ contact_kind, contact, ends_at, ...invitation }: InvitationRow, zone: string) => ({
  ...invitation,
  until_day: dayOfEnd(ends_at, zone),
  contact: contactOf({ contact_kind, contact }),
});

const inviteContact: Handler<Group['inviteContact']> = async ({ body }, scope) => {
  const { kind, address, label, role } = body;
  const { db, outside, subscriber, provider } = scope;
  const inviting = { ...scope, vault: outside.vault };
  const invited = { kind, address, label, role, endsAt: endOfTerm(body.until_day, atOf(scope)) };
  return invitationReply(await sendInvitation(db, subscriber.contractId, invited, inviting), provider.time_zone);
};

const resend: Handler<Group['resend']> = async ({ body }, scope) => {
  const { db, outside, subscriber, provider } = scope;
  const inviting = { ...scope, vault: outside.vault };
  const sent = await resendInvitation(db, subscriber.contractId, body.invitation_id, inviting);
  return invitationReply(sent, provider.time_zone);
};

const changeRole: Handler<Group['changeRole']> = async ({ body }, scope) => {
  const { db, subscriber } = scope;
  const asked = { id: body.share_id, role: body.role };
  return { share_id: await giveRole(db, subscriber.contractId, asked, atOf(scope)), role: body.role };
};

const changeTerm: Handler<Group['changeTerm']> = async ({ body: { share_id, until_day } }, scope) => {
  const { db, subscriber } = scope;
  const asked = { id: share_id, until: until_day };
  return { share_id: await putTerm(db, subscriber.contractId, asked, atOf(scope)), until_day };
};

const invite: Handler<Group['invite']> = async ({ body }, scope) => {
  const { db, outside, subscriber, now, publicUrl, provider } = scope;
  const asked = { contractId: subscriber.contractId, role: body.role, endsAt: endOfTerm(body.until_day, atOf(scope)) };
  const made = await makeInvitation(db, outside.vault, asked, now);
  return {
    ...invitationReply(made, provider.time_zone),
    code: made.code,
    url: `${publicUrl}/lk/settings/family?code=${made.code}`,
  };
};

const withdraw: Handler<Group['withdraw']> = async ({ body }, { db, subscriber, now }) => {
  const found = await withdrawInvitation(db, subscriber.contractId, body.invitation_id, now);
  if (!found) throw new Problem('not_found');
  if (found.is_used) throw new Problem('invitation_used');
  return { invitation_id: found.invitation_id };
};

const atOf = ({ now, provider }: Pick<OpenScopeOf<Group['look']>, 'now' | 'provider'>) => ({
  now,
  zone: provider.time_zone,
});

const revoke: Handler<Group['revoke']> = async ({ body }, scope) => ({
  share_id: await endShareFromSide(scope.db, { contractId: scope.subscriber.contractId }, body.share_id, atOf(scope)),
});

const leave: Handler<Group['leave']> = async ({ body }, scope) => ({
  share_id: await endShareFromSide(scope.db, { memberId: signedIn(scope.subscriber) }, body.share_id, atOf(scope)),
});

type Found = Exclude<Awaited<ReturnType<typeof findInvitation>>, Problem>;

/** Finds the invitation of a code and runs `work` with it. Commits the count of a wrong code before refusing it. */
async function withCode<T>(
  code: string,
  { db, outside, subscriber, request, now }: OpenScopeOf<Group['look']>,
  work: (tx: Tx, found: Found) => Promise<T>,
): Promise<T> {
  const guest = { memberId: subscriber.contractId, ip: request.ip };
  const done = await db.write(async (tx) => {
    const found = await findInvitation(tx, outside.vault, code, guest, now);
    return found instanceof Problem ? found : { answer: await work(tx, found) };
  });
  if (done instanceof Problem) throw done;
  return done.answer;
}

// These open their own transactions, because a wrong code must count although the call is refused.
const look = withoutTransaction<Group['look']>(({ body }, scope) =>
  withCode(body.code, scope, async (tx, { contract_id, role, ends_at, expires_at, is_open }) => {
    if (!is_open) throw new Problem('share_known');
    const { printed_no, client_name, is_company, town, street, house } = await offeredContract(tx, contract_id);
    const address = addressText({ town, street, house, flat: null });
    const until_day = dayOfEnd(ends_at, scope.provider.time_zone);
    return { contract_id, printed_no, name: maskedName(client_name, is_company), address, role, until_day, expires_at };
  }),
);

const accept = withoutTransaction<Group['accept']>(({ body }, scope) =>
  withCode(body.code, scope, async (tx, found) => {
    const share_id = await acceptInvitation(tx, found, scope.subscriber.contractId, atOf(scope));
    return { share_id, contract_id: found.contract_id, role: found.role };
  }),
);

const contracts: Handler<Group['contracts']> = async (_, { db, subscriber, now, provider }) => {
  const rows = await contractsFor(db, signedIn(subscriber), now);
  return rows.map(({ client_name, is_company, town, street, house, flat, is_in_debt, ends_at, ...row }) => ({
    ...row,
    until_day: dayOfEnd(ends_at, provider.time_zone),
    name: row.role === null || row.role === 'full' ? client_name : maskedName(client_name, is_company),
    address: isPerson(row.contract_id) ? '' : addressText({ town, street, house, flat }),
    is_current: row.contract_id === subscriber.contractId,
    is_in_debt: row.role === null || roleMay(row.role, contract.internetAccount.get) ? is_in_debt : null,
  }));
};

const open = withoutTransaction<Group['open']>(async ({ body }, { db, subscriber, reply, now }) => {
  const { sessionId } = subscriber;
  const { contractId, pass } = await db.write((tx) =>
    openSharedContract(tx, { memberId: signedIn(subscriber), sessionId }, body.share_id, now),
  );
  reply.cookie(accessCookie(pass, now));
  return { contract_id: contractId, ...tokenReply(pass, now) };
});

export const familyHandlers: Handlers<Group> = {
  get,
  invite,
  inviteContact,
  resend,
  changeRole,
  changeTerm,
  withdraw,
  revoke,
  look,
  accept,
  contracts,
  open,
  leave,
};
