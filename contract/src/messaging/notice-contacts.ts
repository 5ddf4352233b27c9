import { z } from 'zod';
import { SENT_CODE, TYPED_CODE, waiting } from '../contact-shapes.ts';
import { askedId } from '../kernel/call/asked-id.ts';
import { call } from '../kernel/call/call.ts';
import { CodeText, EmailText, Id, PhoneText, text } from '../kernel/call/wire.ts';
import { ChosenKind } from './notice-shapes.ts';

const Role = z.enum(['owner', 'payer', 'technical']).meta({
  description: 'owner: everything, and signs in; payer: money; technical: services and orders',
});
const ContactKind = z.enum(['phone', 'email']);

const FurtherContact = z.object({
  contact_id: z.int(),
  kind: ContactKind,
  address: z.string().meta({ description: 'Eleven digits, or an e-mail in small letters' }),
  role: Role,
  name: z.string().meta({ description: 'Whose it is, in the client’s words; empty if he has not said' }),
  is_active: z.boolean().meta({ description: 'Whether it is confirmed; an unconfirmed contact gets no notices' }),
  kinds: z
    .array(ChosenKind)
    .meta({ description: 'Kinds of notices that it gets besides security, among those that its role may get' }),
  waiting: z.object(waiting).nullable().meta({ description: 'The code that waits to be typed' }),
});

const Contacts = z.object({
  contacts: z.array(FurtherContact).meta({ description: 'Contacts beside the first phone and the first e-mail' }),
  roles: z.array(
    z.object({
      role: Role,
      kinds: z.array(ChosenKind).meta({ description: 'Kinds of notices that the role may get' }),
    }),
  ),
  most: z.int().meta({ description: 'The most phones, and the most e-mails, of a contract, including the first one' }),
  left: z.object({ phone: z.int(), email: z.int() }).meta({ description: 'How many contacts may still be added' }),
});

const Name = text(40).trim();
const AskedContact = askedId('contact', Id);

/** Phones and e-mails beside the first ones, each with its role. */
export const contacts = {
  contacts: call({
    method: 'GET',
    path: '/v2/notice/contacts',
    members: [],
    summary: 'Phones and e-mails beside the first ones, each with its role',
    result: Contacts,
  }),
  addContact: call({
    method: 'POST',
    path: '/v2/notice/add-contact',
    members: [],
    summary: 'Add a phone or an e-mail; sends a code to it. Until it is typed, nothing else is sent there',
    confirm: true,
    outdates: ['notice'],
    body: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('phone'), address: PhoneText, role: Role, name: Name }),
      z.strictObject({ kind: z.literal('email'), address: EmailText, role: Role, name: Name }),
    ]),
    result: Contacts,
    problems: [...SENT_CODE, 'contact_known', 'contacts_too_many'],
  }),
  resendContact: call({
    method: 'POST',
    path: '/v2/notice/resend-contact',
    members: [],
    summary: 'Send a new code to a phone or an e-mail that waits for it',
    outdates: ['notice'],
    body: z.strictObject({ contact_id: AskedContact }),
    result: Contacts,
    problems: [...SENT_CODE, 'contact_known'],
  }),
  activateContact: call({
    method: 'POST',
    path: '/v2/notice/activate-contact',
    members: [],
    summary: 'Confirm a contact by the code; the owner is told',
    outdates: ['notice'],
    body: z.strictObject({ contact_id: AskedContact, code: CodeText }),
    result: Contacts,
    problems: TYPED_CODE,
  }),
  changeContact: call({
    method: 'POST',
    path: '/v2/notice/change-contact',
    members: [],
    summary: 'Change the role, the name and the notices of a contact; the owner and the contact are told of a new role',
    confirm: true,
    outdates: ['notice'],
    body: z.strictObject({
      contact_id: AskedContact,
      role: Role,
      name: Name,
      kinds: z.array(ChosenKind).max(6).meta({ description: 'Kinds that its role may not get are left out' }),
    }),
    result: Contacts,
    problems: ['contact_taken'],
  }),
  removeContact: call({
    method: 'POST',
    path: '/v2/notice/remove-contact',
    members: [],
    summary: 'Remove a contact; the owner and the contact are told',
    confirm: true,
    outdates: ['notice'],
    body: z.strictObject({ contact_id: AskedContact }),
    result: Contacts,
  }),
};
