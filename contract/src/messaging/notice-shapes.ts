import { z } from 'zod';
import { waiting } from '../contact-shapes.ts';
import { InstantText, wholeNumber } from '../kernel/call/wire.ts';
import { ListedProgram } from '../services/program.ts';
import { ServiceKind } from '../support/support-shapes.ts';

export const Message = z.object({
  id: z.int(),
  kind: z.enum(['info', 'work', 'incident', 'security', 'money']),
  title: z.string(),
  body: z.string().meta({ description: 'HTML of the allow list' }),
  created_at: InstantText,
  services: z.array(ServiceKind).nullable().meta({
    description: 'Kinds of services that an incident has broken; empty: all; null for what is no incident',
  }),
  until: InstantText.nullable().meta({ description: 'When it ends; null for an incident that is not over' }),
  planned_until: InstantText.nullish().meta({
    description: 'When an incident is to be over; null if not known, or for what is no incident',
  }),
  topic: z.string().nullable().meta({
    description:
      'What it is about, if that can be solved: `debt:i`, `order:20481`, `login:17`; solved, it is shown no more',
  }),
});

/** A notice that is read. */
export const ReadMark = z.object({ id: z.int(), read_at: InstantText });

export const Mobile = z.object({
  phone_number: z
    .string()
    .nullable()
    .meta({ description: 'The confirmed phone; if none, the one that waits for its code' }),
  is_active: z.boolean().meta({ description: 'Whether a phone is confirmed' }),
  has_code: z.boolean().meta({ description: 'Whether a code was sent and waits to be typed' }),
  waiting: z.object({ phone_number: z.string(), ...waiting }).nullable(),
});

/** Kinds of notices that a client chooses for each channel. Safety and prices are always told; charges only where he asks for them. */
export const NoticeKind = z.enum([
  'debt',
  'charge',
  'payment',
  'autopayment',
  'price',
  'service',
  'support',
  'security',
]);
export const ChosenKind = z.enum(['debt', 'charge', 'payment', 'autopayment', 'service', 'support']);
export const ChannelName = z.enum(['sms', 'mail', 'telegram', 'max', 'push']);

const Kind = z.object({
  kind: NoticeKind,
  title: z.string(),
  text: z.string().meta({ description: 'What it is about, in a few words' }),
  in_portal: z.boolean().meta({ description: 'Whether the portal shows it as a message; if not, its history has it' }),
  is_fixed: z.boolean().meta({ description: 'Whether it always comes and costs nothing' }),
});

export const Quiet = z.object({
  is_on: z.boolean(),
  from: z.int().meta({ description: 'Hour of the provider’s zone' }),
  until: z.int(),
});

const Package = ListedProgram.nullable().meta({
  description: 'The paid program that brings text messages about more than safety; null if they are free',
});

export const MobileSettings = z.object({
  phone_number: z.string().nullable(),
  is_active: z.boolean(),
  kinds: z.array(Kind.extend({ is_on: z.boolean() })),
  package: Package,
  sends_paid: z.boolean().meta({ description: 'Whether text messages about more than safety are sent now' }),
  sent_this_month: z.int().meta({ description: 'Such text messages of this month, to all phones of the contract' }),
  quiet: Quiet,
});

const Channel = z.object({
  channel: ChannelName,
  title: z.string(),
  to: z.string().nullable().meta({ description: 'Where it goes; null if nothing is confirmed' }),
  needs_package: z.boolean().meta({ description: 'Whether all but safety waits for the paid program' }),
});

export const Settings = z.object({
  channels: z.array(Channel).meta({ description: 'Those that the provider has switched on' }),
  kinds: z.array(Kind.extend({ channels: z.array(ChannelName).meta({ description: 'By which of them it comes' }) })),
  quiet: Quiet,
  news: z.object({
    product: z.string(),
    is_on: z.boolean(),
    needs_consent: z.boolean().meta({ description: 'They come only after the consent `marketing` is given' }),
  }),
});

/** A chat with a bot. */
export const Chat = z.object({
  message: z.string().meta({ description: 'What to do now, with the deep link while one is valid' }),
  is_active: z.boolean(),
  is_available: z.boolean().meta({ description: 'Whether the provider has this bot' }),
  state: z.enum(['none', 'code_sent', 'started', 'active']),
  chat_name: z.string().nullable().meta({ description: 'The linked chat, or the one that waits to be confirmed' }),
  link: z.string().nullable().meta({ description: 'Opens the bot’s chat and hands it the code' }),
  expires_at: InstantText.nullable(),
  confirmed_at: InstantText.nullable(),
});

export const CONFIRM = z.strictObject({
  confirm: z.literal(true).optional().meta({ description: 'The chat in which the bot was started is mine' }),
});

export const Hour = wholeNumber(0, 23, 'Укажите час от 0 до 23');

export const CHAT_PROBLEMS = ['chat_not_started', 'channel_absent'] as const;
