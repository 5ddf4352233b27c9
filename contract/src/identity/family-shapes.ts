import { z } from 'zod';
import { AskedDay, InstantText } from '../kernel/call/wire.ts';
import { SHARE_ROLES } from '../kernel/sharing.ts';
import { PrintedNo } from '../shapes.ts';

export const Role = z.enum(SHARE_ROLES).meta({
  description: 'payer: the money; technician: the connection; full: everything but sharing and sign-in',
});
/** Until when a contract is shared. */
export const UntilDay = AskedDay.nullable().meta({
  description:
    'The access ends as this day begins for the provider: from tomorrow, within a year; null: it has no term',
});

const Contact = z.object({
  kind: z.enum(['phone', 'email']),
  address: z.string().meta({ description: 'Eleven digits, or an e-mail in small letters' }),
});

export const Member = z.object({
  share_id: z.string(),
  contract_id: z
    .int()
    .nullable()
    .meta({ description: 'null: a person without a contract, who was invited by a contact' }),
  printed_no: PrintedNo,
  name: z.string().meta({ description: '«Иванов И.»; a company in full; a person as the owner calls her' }),
  contact: Contact.nullable().meta({ description: 'Where a person was invited; null for a contract' }),
  role: Role,
  until_day: UntilDay,
  since: InstantText,
  used_at: InstantText.nullable().meta({ description: 'When he was last in the contract; null: never' }),
  is_in: z.boolean().meta({ description: 'Whether a session of his has the contract open now' }),
});

export const Invitation = z.object({
  invitation_id: z.string(),
  role: Role,
  until_day: UntilDay,
  contact: Contact.nullable().meta({ description: 'Where it was sent; null: a code that the owner hands over' }),
  label: z.string().nullable().meta({ description: 'How the owner calls whom he has invited by a contact' }),
  sent_at: InstantText.nullable(),
  created_at: InstantText,
  expires_at: InstantText,
});

/** What an invited subscriber sees before he agrees: whose contract it is, and the role that he gets. */
export const Offer = z.object({
  contract_id: z.int(),
  printed_no: PrintedNo,
  name: z.string(),
  address: z.string().meta({ description: 'Without the flat' }),
  role: Role,
  until_day: UntilDay,
  expires_at: InstantText,
});

export const Opened = z.object({
  contract_id: z.int(),
  printed_no: PrintedNo,
  share_id: z.string().nullable().meta({ description: 'null: the own contract' }),
  role: Role.nullable().meta({ description: 'null: the own contract' }),
  until_day: UntilDay,
  name: z.string(),
  address: z.string(),
  is_current: z.boolean(),
  is_in_debt: z
    .boolean()
    .nullable()
    .meta({ description: 'Services are off for debt; null: this role does not see money' }),
});
