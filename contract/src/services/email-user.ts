import { z } from 'zod';
import { AskedUser } from '../kernel/call/asked-id.ts';
import { call } from '../kernel/call/call.ts';
import { CHANGED_SERVICE } from '../kernel/call/outdates.ts';
import { AskedDay, DayText, InstantText, Money, text } from '../kernel/call/wire.ts';
import { BlockReason, Control, Preview, UserPath, UserState, Version } from '../shapes.ts';

/** A name before the @, as it is typed; the server tells what is wrong with it. */
const Name = text(100);
const Domain = text(253);
const OfBox = z.strictObject({ user_id: AskedUser });

const Box = z.object({
  user_id: z.int(),
  address: z.string(),
  state: UserState,
  reason: BlockReason.nullable(),
  quota_bytes: z.int(),
  used_bytes: z.int(),
  aliases: z.array(z.string()).meta({ description: 'Further addresses whose letters come here' }),
  forward: z
    .object({ target: z.string(), is_on: z.boolean() })
    .nullable()
    .meta({ description: 'The confirmed address that gets copies' }),
  kept_until: DayText.nullable().meta({
    description: 'Of a deleted mailbox: the last day on which it can be restored; null for the others',
  }),
});

const Server = z.object({ host: z.string(), port: z.int(), security: z.enum(['ssl', 'starttls']) });

const Whole = Box.extend({
  used_messages: z.int(),
  measured_at: InstantText.nullable().meta({ description: 'When the mail server last told the use' }),
  grown_bytes: z
    .int()
    .nullable()
    .meta({ description: 'By how much the use has grown within 30 days; null: not known' }),
  full_on: DayText.nullable().meta({ description: 'When the mailbox will be full at this pace; null: not soon' }),
  most_aliases: z.int(),
  forward_asked: z
    .object({ target: z.string(), expires_at: InstantText, again_at: InstantText, tries_left: z.int() })
    .nullable()
    .meta({ description: 'An address that was sent a code and has not confirmed it yet' }),
  reply: z
    .object({ is_on: z.boolean(), subject: z.string(), text: z.string(), from: DayText, until: DayText })
    .nullable()
    .meta({ description: 'The reply in absence' }),
  servers: z
    .object({ imap: Server, pop3: Server.nullable(), smtp: Server, webmail: z.string().nullable() })
    .nullable()
    .meta({ description: 'Settings of mail programs; null if the provider has not told them' }),
  profile: z.string().nullable().meta({ description: 'Address of the profile for Apple devices' }),
  deleted_on: DayText.nullable(),
  restore: Control.nullable().meta({ description: 'Of a deleted mailbox: whether it can be restored' }),
  remove: Control.meta({ description: 'Whether it can be deleted' }),
  kept_days: z.int().meta({ description: 'For how many days a deleted mailbox can be restored' }),
  version: Version,
});

const Created = Preview.extend({ user_id: z.int(), address: z.string(), version: Version });
const Removed = Preview.extend({ user_id: z.int(), kept_until: DayText, version: Version });

const MONEY = ['change_not_allowed', 'changed_meanwhile', 'not_enough_money'] as const;

export const emailUser = {
  list: call({
    method: 'GET',
    path: '/v2/email-user/list',
    members: ['full'],
    summary: 'Mailboxes of the client; deleted ones that can be restored come last',
    result: z.array(Box),
  }),
  terms: call({
    method: 'GET',
    path: '/v2/email-user/terms',
    members: ['full'],
    summary: 'What a new mailbox gives and costs, and whether one can be created',
    result: z.object({
      domains: z.array(z.string()),
      quota_bytes: z.int().nullable(),
      price: Money.nullable().meta({ description: 'Price per month of the next mailbox; null if none can be created' }),
      boxes_left: z.int().meta({ description: 'How many more can be created at this price' }),
      boxes_most: z.int().meta({ description: 'How many mailboxes at this price the contract may have' }),
      least: z.int().meta({ description: 'Characters of a password' }),
      most: z.int().meta({ description: 'Characters of a password' }),
      own_words: z.array(z.string()).meta({ description: 'Words that the password must not consist of' }),
      kept_days: z.int().meta({ description: 'For how many days a deleted mailbox can be restored' }),
      control: Control,
      version: Version,
    }),
  }),
  check: call({
    method: 'GET',
    path: '/v2/email-user/check',
    members: ['full'],
    summary: 'Whether a name is free for a mailbox or a further address',
    query: z.strictObject({ name: Name, domain: Domain }),
    result: z.object({
      address: z.string(),
      answer: z.enum(['free', 'taken', 'reserved', 'wrong']),
      text: z.string().meta({ description: 'The answer in one Russian sentence' }),
      similar: z.array(z.string()).meta({ description: 'Free names like the taken one' }),
    }),
  }),
  get: call({
    method: 'GET',
    path: '/v2/email-user/{id}',
    members: ['full'],
    summary: 'One mailbox, also a deleted one',
    params: UserPath,
    result: Whole,
  }),
  preview: call({
    method: 'POST',
    path: '/v2/email-user/preview',
    members: ['full'],
    summary: 'What a new mailbox does to the money, before it is created; changes nothing',
    outdates: [],
    result: Preview.extend({ version: Version }),
    problems: MONEY,
  }),
  create: call({
    method: 'POST',
    path: '/v2/email-user',
    members: ['full'],
    summary: 'Create a mailbox; it works at once',
    outdates: CHANGED_SERVICE,
    body: z.strictObject({ name: Name, domain: Domain, password: text(1000), version: Version.optional() }),
    result: Created,
    problems: ['mail_name_taken', ...MONEY],
  }),
  remove: call({
    method: 'DELETE',
    path: '/v2/email-user/{id}',
    members: ['full'],
    summary: 'Delete a mailbox; it can be restored with its letters for some days',
    params: UserPath,
    outdates: CHANGED_SERVICE,
    result: Removed,
    problems: MONEY,
  }),
  restore: call({
    method: 'POST',
    path: '/v2/email-user/restore',
    members: ['full'],
    summary: 'Restore a deleted mailbox with its letters',
    outdates: CHANGED_SERVICE,
    body: OfBox,
    result: Created,
    problems: MONEY,
  }),
  addAlias: call({
    method: 'POST',
    path: '/v2/email-user/alias',
    members: ['full'],
    summary: 'Add a further address on the domain of the mailbox',
    outdates: ['email-user'],
    body: OfBox.extend({ name: Name }),
    result: z.object({ address: z.string() }),
    problems: ['mail_name_taken', 'change_not_allowed'],
  }),
  removeAlias: call({
    method: 'POST',
    path: '/v2/email-user/remove-alias',
    members: ['full'],
    summary: 'Remove a further address; its name is free at once',
    outdates: ['email-user'],
    body: OfBox.extend({ address: text(320) }),
    result: z.object({ removed: z.boolean() }),
    problems: ['change_not_allowed'],
  }),
  forward: call({
    method: 'POST',
    path: '/v2/email-user/forward',
    // The copies would go on after the access is closed.
    members: [],
    summary: 'Ask to send copies to another address; a code is sent there',
    confirm: true,
    outdates: ['email-user'],
    body: OfBox.extend({ target: z.email('Укажите адрес почты, например name@mail.ru').max(254) }),
    result: z.object({ expires_at: InstantText, again_at: InstantText }),
    problems: ['change_not_allowed', 'channel_absent', 'code_too_soon'],
  }),
  activateForward: call({
    method: 'POST',
    path: '/v2/email-user/activate-forward',
    members: [],
    summary: 'Confirm the address for copies by its code; from now on they are sent',
    outdates: ['email-user', 'notice'],
    body: OfBox.extend({
      code: text(6)
        .regex(/^\d{6}$/, 'В коде шесть цифр')
        .meta({ examples: ['123456'] }),
    }),
    result: z.object({ target: z.string() }),
    problems: ['change_not_allowed', 'code_wrong'],
  }),
  switchForward: call({
    method: 'POST',
    path: '/v2/email-user/switch-forward',
    members: ['full'],
    summary: 'Stop the copies, or start them again for the confirmed address',
    outdates: ['email-user', 'notice'],
    body: OfBox.extend({ is_on: z.boolean() }),
    result: z.object({ is_on: z.boolean() }),
    problems: ['change_not_allowed'],
  }),
  reply: call({
    method: 'POST',
    path: '/v2/email-user/reply',
    members: ['full'],
    summary: 'Set the reply in absence, or switch it',
    outdates: ['email-user'],
    body: OfBox.extend({
      is_on: z.boolean(),
      subject: text(150).trim().min(1, 'Напишите тему'),
      text: text(1000).trim().min(1, 'Напишите, что ответить'),
      from: AskedDay,
      until: AskedDay,
    }),
    result: z.object({ is_on: z.boolean() }),
    problems: ['change_not_allowed'],
  }),
};
