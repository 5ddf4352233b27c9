import { z } from 'zod';
import { askedId } from './kernel/asked-id.ts';
import { call, pending } from './kernel/call.ts';
import { CodeText, EmailText, Id, InstantText, PhoneText } from './kernel/wire.ts';

const Message = z.object({
  id: z.int(),
  kind: z.enum(['info', 'work', 'incident', 'security', 'money']),
  title: z.string(),
  body: z.string().meta({ description: 'HTML of the allow list' }),
  created_at: InstantText,
  until: InstantText.nullable().meta({ description: 'When it ends; null for an incident that is not over' }),
});

/** What waits for its code: sent when, valid until when, how many tries are left, when a new code may be sent. */
const waiting = {
  sent_at: InstantText,
  expires_at: InstantText,
  again_at: InstantText.meta({ description: 'When a new code may be sent' }),
  tries_left: z.int(),
};

const Mobile = z.object({
  phone_number: z
    .string()
    .nullable()
    .meta({ description: 'The confirmed phone; if none, the one that waits for its code' }),
  is_active: z.boolean().meta({ description: 'Whether a phone is confirmed' }),
  has_code: z.boolean().meta({ description: 'Whether a code was sent and waits to be typed' }),
  waiting: z.object({ phone_number: z.string(), ...waiting }).nullable(),
});

const Email = z.object({
  email: z.string().nullable().meta({ description: 'The confirmed address; if none, the one that waits for its code' }),
  is_active: z.boolean().meta({ description: 'Whether an address is confirmed' }),
  has_code: z.boolean().meta({ description: 'Whether a code was sent and waits to be typed' }),
  waiting: z.object({ email: z.string(), ...waiting }).nullable(),
});

const SENT_CODE = ['code_too_soon'] as const;
const TYPED_CODE = ['code_wrong', 'contact_taken'] as const;

export const notice = {
  getMessages: call({
    method: 'GET',
    path: '/v2/notice/get-messages',
    summary: 'Unread notices, newest first; incidents at the client’s address come first',
    result: z.array(Message),
  }),
  readMessage: call({
    method: 'POST',
    path: '/v2/notice/read-message',
    summary: 'Mark a notice as read; said twice, it succeeds twice',
    outdates: ['notice'],
    body: z.strictObject({ id: askedId('message', Id) }),
    result: z.object({ id: z.int(), read_at: InstantText }),
  }),
  productInfo: pending({
    method: 'POST',
    path: '/v2/notice/{product}-info',
    summary: 'Subscribe to news and incidents of the product',
    params: z.strictObject({
      product: z
        .string()
        .regex(/^[a-z0-9-]{1,40}$/, 'Такой услуги нет. Проверьте адрес')
        .meta({ examples: ['tv'] }),
    }),
  }),
  setMobile: call({
    method: 'POST',
    path: '/v2/notice/set-mobile',
    summary: 'Set the phone for SMS notices; sends a code. A confirmed one stays until the new one is confirmed',
    outdates: ['notice'],
    body: z.strictObject({ phone_number: PhoneText }),
    result: Mobile,
    problems: SENT_CODE,
  }),
  activateMobile: call({
    method: 'POST',
    path: '/v2/notice/activate-mobile',
    summary: 'Confirm the phone by the code; the former one is told',
    outdates: ['notice', 'support', 'internet-schedule'],
    body: z.strictObject({ code: CodeText }),
    result: Mobile,
    problems: TYPED_CODE,
  }),
  getMobile: call({
    method: 'GET',
    path: '/v2/notice/get-mobile',
    summary: 'The phone for SMS notices',
    result: Mobile,
  }),
  mobileSettings: pending({ method: 'GET', path: '/v2/notice/mobile-settings', summary: 'Which SMS notices are sent' }),
  mobilePackage: pending({
    method: 'POST',
    path: '/v2/notice/mobile-package',
    summary: 'Choose which SMS notices are sent',
  }),
  setEmail: call({
    method: 'POST',
    path: '/v2/notice/set-email',
    summary: 'Set the e-mail for notices; sends a code. A confirmed one stays until the new one is confirmed',
    outdates: ['notice'],
    body: z.strictObject({ email: EmailText }),
    result: Email,
    problems: SENT_CODE,
  }),
  activateEmail: call({
    method: 'POST',
    path: '/v2/notice/activate-email',
    summary: 'Confirm the e-mail by the code; the former one is told',
    outdates: ['notice', 'support', 'internet-schedule'],
    body: z.strictObject({ code: CodeText }),
    result: Email,
    problems: TYPED_CODE,
  }),
  emailSettings: call({
    method: 'GET',
    path: '/v2/notice/email-settings',
    summary: 'The e-mail for notices',
    result: Email,
  }),
  getTelegram: pending({
    method: 'GET',
    path: '/v2/notice/get-telegram',
    summary: 'The Telegram link and how to set it up',
  }),
  setTelegram: pending({ method: 'POST', path: '/v2/notice/set-telegram', summary: 'Start linking Telegram' }),
  removeTelegram: pending({ method: 'DELETE', path: '/v2/notice/set-telegram', summary: 'Unlink Telegram' }),
};
