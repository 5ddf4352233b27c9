import { z } from 'zod';
import { Email, SENT_CODE, TYPED_CODE } from '../contact-shapes.ts';
import { askedId } from '../kernel/call/asked-id.ts';
import { call } from '../kernel/call/call.ts';
import { CHANGED_SERVICE } from '../kernel/call/outdates.ts';
import { CodeText, EmailText, Id, PhoneText } from '../kernel/call/wire.ts';
import {
  ChannelName,
  ChosenKind,
  Hour,
  Message,
  Mobile,
  MobileSettings,
  Quiet,
  ReadMark,
  Settings,
} from './notice-shapes.ts';
import { chats } from './notice-chats.ts';
import { contacts } from './notice-contacts.ts';
import { examples } from './notice-examples.ts';
import { push } from './notice-push.ts';
import { ProgramChangeSummary, SWITCH_PROBLEMS } from '../services/program.ts';
import { Version } from '../shapes.ts';

export const notice = {
  getMessages: call({
    method: 'GET',
    path: '/v2/notice/get-messages',
    members: ['full'],
    summary: 'Unread notices, newest first; incidents at the client’s address come first',
    result: z.array(Message),
  }),
  readMessage: call({
    method: 'POST',
    path: '/v2/notice/read-message',
    members: ['full'],
    summary: 'Mark a notice as read; a repeated call succeeds, too',
    outdates: ['notice'],
    body: z.strictObject({ id: askedId('message', Id) }),
    result: ReadMark,
  }),
  readMessages: call({
    method: 'POST',
    path: '/v2/notice/read-messages',
    members: ['full'],
    summary: 'Mark several notices as read; those that are not there are left out of the reply',
    outdates: ['notice'],
    body: z.strictObject({ ids: z.array(askedId('message', Id)).min(1).max(100) }),
    result: z.array(ReadMark),
  }),
  productInfo: call({
    method: 'POST',
    path: '/v2/notice/{product}-info',
    members: ['full'],
    summary: 'Subscribe to news of the product, or leave them; answered with current news, works and incidents',
    outdates: ['notice'],
    params: z.strictObject({
      product: z
        .string()
        .regex(/^[a-z0-9-]{1,40}$/, 'Такой услуги нет. Проверьте адрес')
        .meta({ examples: ['volga'] }),
    }),
    body: z.strictObject({ is_on: z.boolean().optional() }),
    result: z.object({
      product: z.string(),
      is_on: z.boolean().meta({ description: 'Not without the consent `marketing`, if the provider asks for it' }),
      messages: z.array(Message),
    }),
  }),
  settings: call({
    method: 'GET',
    path: '/v2/notice/settings',
    members: ['full'],
    summary: 'Which kinds of notices come by which channel, and the quiet hours',
    result: Settings,
  }),
  choose: call({
    method: 'POST',
    path: '/v2/notice/choose',
    members: ['full'],
    summary: 'Choose whether a kind of notice comes by a channel, or all of them',
    outdates: ['notice'],
    body: z.strictObject({
      kind: ChosenKind.optional().meta({ description: 'Absent: all; switched on, all but charges' }),
      channel: ChannelName,
      is_on: z.boolean(),
    }),
    result: Settings,
  }),
  quietHours: call({
    method: 'POST',
    path: '/v2/notice/quiet-hours',
    members: ['full'],
    summary: 'Hours in which text messages and chats wait; safety does not',
    outdates: ['notice'],
    body: z
      .strictObject({
        is_on: z.boolean(),
        from: Hour.meta({ examples: [22] }),
        until: Hour.meta({ examples: [8] }),
      })
      .refine(({ from, until }) => from !== until, { path: ['until'], error: 'Начало и конец тихих часов совпадают' }),
    result: Quiet,
  }),
  setMobile: call({
    method: 'POST',
    path: '/v2/notice/set-mobile',
    // A contact for notices is a way into the cabinet, and would go on getting notices after the access is closed.
    members: [],
    summary: 'Set the phone for SMS notices; sends a code. A confirmed one stays until the new one is confirmed',
    confirm: true,
    outdates: ['notice'],
    body: z.strictObject({ phone_number: PhoneText }),
    result: Mobile,
    problems: SENT_CODE,
  }),
  activateMobile: call({
    method: 'POST',
    path: '/v2/notice/activate-mobile',
    members: [],
    summary: 'Confirm the phone by the code; the former one is told',
    outdates: ['notice', 'support', 'internet-schedule'],
    body: z.strictObject({ code: CodeText }),
    result: Mobile,
    problems: TYPED_CODE,
  }),
  getMobile: call({
    method: 'GET',
    path: '/v2/notice/get-mobile',
    members: ['full'],
    summary: 'The phone for SMS notices',
    result: Mobile,
  }),
  mobileSettings: call({
    method: 'GET',
    path: '/v2/notice/mobile-settings',
    members: ['full'],
    summary: 'Which SMS notices are sent, and the paid package of them',
    result: MobileSettings,
  }),
  mobilePackagePreview: call({
    method: 'POST',
    path: '/v2/notice/mobile-package-preview',
    members: ['full'],
    summary: 'What the paid package does to the money, before it is switched; changes nothing',
    outdates: [],
    body: z.strictObject({ status: z.enum(['on', 'off']) }),
    result: ProgramChangeSummary,
    problems: [...SWITCH_PROBLEMS, 'channel_absent'],
  }),
  mobilePackage: call({
    method: 'POST',
    path: '/v2/notice/mobile-package',
    members: ['full'],
    summary: 'Choose which SMS notices are sent; switch the paid package on or off',
    outdates: CHANGED_SERVICE,
    body: z.strictObject({
      status: z.enum(['on', 'off']).optional().meta({ description: 'Of the paid package; absent: no change' }),
      version: Version.optional(),
      kinds: z
        .array(ChosenKind)
        .max(6)
        .optional()
        .meta({ description: 'All kinds that shall come; absent: no change' }),
    }),
    result: MobileSettings,
    problems: [...SWITCH_PROBLEMS, 'channel_absent'],
  }),
  setEmail: call({
    method: 'POST',
    path: '/v2/notice/set-email',
    members: [],
    summary: 'Set the e-mail for notices; sends a code. A confirmed one stays until the new one is confirmed',
    confirm: true,
    outdates: ['notice'],
    body: z.strictObject({ email: EmailText }),
    result: Email,
    problems: SENT_CODE,
  }),
  activateEmail: call({
    method: 'POST',
    path: '/v2/notice/activate-email',
    members: [],
    summary: 'Confirm the e-mail by the code; the former one is told',
    outdates: ['notice', 'support', 'internet-schedule'],
    body: z.strictObject({ code: CodeText }),
    result: Email,
    problems: TYPED_CODE,
  }),
  emailSettings: call({
    method: 'GET',
    path: '/v2/notice/email-settings',
    members: ['full'],
    summary: 'The e-mail for notices',
    result: Email,
  }),
  ...chats,
  ...contacts,
  ...push,
  ...examples,
};
