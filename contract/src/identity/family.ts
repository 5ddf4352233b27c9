import { z } from 'zod';
import { askedId } from '../kernel/call/asked-id.ts';
import { call } from '../kernel/call/call.ts';
import type { Resource } from '../kernel/call/outdates.ts';
import { SENT_CODE } from '../contact-shapes.ts';
import { EmailText, PhoneText, text } from '../kernel/call/wire.ts';
import { Invitation, Member, Offer, Opened, Role, UntilDay } from './family-shapes.ts';

const NO_SHARE = 'Такого доступа нет';
const AskedShare = askedId('share', z.uuid(NO_SHARE));
const Code = text(32)
  .trim()
  .min(1, 'Введите код приглашения')
  .meta({ examples: ['k7mfx-2xqd9'] });

const AskedInvitation = askedId('invitation', z.uuid('Такого приглашения нет'));
const Label = text(40).trim().min(1, 'Подпишите, кто это');
const INVITED = { label: Label, role: Role, until_day: UntilDay.optional() };

/** Resources that tell which contract is open and which others may be opened. */
const SWITCHED = ['family', 'auth', 'notice'] as const satisfies readonly Resource[];
const CODE_PROBLEMS = ['invitation_refused', 'invitation_own', 'share_known', 'login_locked'] as const;

/** One sign-in for several contracts: the owner of a contract shares it with other contracts, by roles. */
export const family = {
  get: call({
    method: 'GET',
    path: '/v2/family',
    members: [],
    summary: 'Who has access to the contract, and the invitations that wait',
    result: z.object({
      members: z.array(Member).meta({ description: 'The latest first' }),
      invitations: z.array(Invitation).meta({ description: 'The latest first; a code is shown only once' }),
    }),
  }),
  invite: call({
    method: 'POST',
    path: '/v2/family/invite',
    members: [],
    summary: 'A one-time code by which the subscriber of another contract gets a role in this one',
    outdates: ['family', 'notice'],
    confirm: true,
    body: z.strictObject({ role: Role, until_day: UntilDay.optional() }),
    result: Invitation.extend({
      code: z
        .string()
        .meta({ secret: true, description: 'Shown once; the portal keeps its mark, and the sealed reply for a day' }),
      url: z.string().meta({ secret: true, description: 'The page that accepts it, with the code' }),
    }),
    problems: ['invitations_too_many', 'shares_too_many'],
  }),
  inviteContact: call({
    method: 'POST',
    path: '/v2/family/invite-contact',
    members: [],
    summary: 'Invite somebody by a phone or an e-mail: she needs no contract. Tells nothing about who has the contact',
    outdates: ['family', 'notice'],
    confirm: true,
    body: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('phone'), address: PhoneText, ...INVITED }),
      z.strictObject({ kind: z.literal('email'), address: EmailText, ...INVITED }),
    ]),
    result: Invitation,
    problems: ['invitations_too_many', 'shares_too_many', 'invitation_waits', ...SENT_CODE],
  }),
  resend: call({
    method: 'POST',
    path: '/v2/family/resend',
    members: [],
    summary:
      'Send an invitation to its contact again, with a new link and a new term; the former link is no good any more',
    outdates: ['family'],
    body: z.strictObject({ invitation_id: AskedInvitation }),
    result: Invitation,
    problems: SENT_CODE,
  }),
  changeRole: call({
    method: 'POST',
    path: '/v2/family/change-role',
    members: [],
    summary:
      'Give a member another role: at once, also where he has the contract open; the same role again succeeds, too',
    outdates: SWITCHED,
    confirm: true,
    body: z.strictObject({ share_id: AskedShare, role: Role }),
    result: z.object({
      share_id: z.string().meta({ description: 'Another one, if the role was another' }),
      role: Role,
    }),
  }),
  changeTerm: call({
    method: 'POST',
    path: '/v2/family/change-term',
    members: [],
    summary: 'Say until when somebody has access, or take the term away; the same term again succeeds, too',
    outdates: SWITCHED,
    confirm: true,
    body: z.strictObject({ share_id: AskedShare, until_day: UntilDay }),
    result: z.object({ share_id: z.string(), until_day: UntilDay }),
  }),
  withdraw: call({
    method: 'POST',
    path: '/v2/family/withdraw',
    members: [],
    summary: 'Withdraw an invitation: its code is no good any more; a repeated call succeeds, too',
    outdates: ['family'],
    body: z.strictObject({ invitation_id: AskedInvitation }),
    result: z.object({ invitation_id: z.string() }),
    problems: ['invitation_used'],
  }),
  revoke: call({
    method: 'POST',
    path: '/v2/family/revoke',
    members: [],
    summary: 'Close the contract to somebody: at once, also where he has it open; a repeated call succeeds, too',
    outdates: SWITCHED,
    body: z.strictObject({ share_id: AskedShare }),
    result: z.object({ share_id: z.string() }),
  }),
  look: call({
    method: 'POST',
    path: '/v2/family/look',
    persons: true,
    members: [],
    summary: 'Whose contract an invitation opens, and with which role; changes nothing but the count of wrong codes',
    outdates: [],
    body: z.strictObject({ code: Code }),
    result: Offer,
    problems: CODE_PROBLEMS,
  }),
  accept: call({
    method: 'POST',
    path: '/v2/family/accept',
    persons: true,
    members: [],
    summary: 'Accept an invitation; repeated by the same subscriber, it answers the same',
    outdates: SWITCHED,
    body: z.strictObject({ code: Code }),
    result: z.object({ share_id: z.string(), contract_id: z.int(), role: Role }),
    problems: [...CODE_PROBLEMS, 'shares_too_many'],
  }),
  contracts: call({
    method: 'GET',
    path: '/v2/family/contracts',
    persons: true,
    // This and the next two concern the contract that has signed in, not the open one.
    members: ['payer', 'technician', 'full'],
    summary: 'The contracts that this sign-in opens: the own one first',
    result: z.array(Opened),
  }),
  open: call({
    method: 'POST',
    path: '/v2/family/open',
    persons: true,
    members: ['payer', 'technician', 'full'],
    summary: 'Open another contract in this session, or the own one again; sets the cookie of the access token',
    outdates: [],
    body: z.strictObject({ share_id: AskedShare.nullable().meta({ description: 'null: the own contract' }) }),
    result: z.object({
      contract_id: z.int(),
      access_token: z.string(),
      token_type: z.literal('Bearer'),
      expires_in: z.int().meta({ description: 'Seconds' }),
    }),
  }),
  leave: call({
    method: 'POST',
    path: '/v2/family/leave',
    persons: true,
    members: ['payer', 'technician', 'full'],
    summary: 'Give up the access to somebody’s contract; a repeated call succeeds, too',
    outdates: SWITCHED,
    body: z.strictObject({ share_id: AskedShare }),
    result: z.object({ share_id: z.string() }),
  }),
};
