import { z } from 'zod';
import { askedId } from './kernel/asked-id.ts';
import { call, pending } from './kernel/call.ts';
import { Id, InstantText } from './kernel/wire.ts';

const Message = z.object({
  id: z.int(),
  kind: z.enum(['info', 'work', 'incident', 'security', 'money']),
  title: z.string(),
  body: z.string().meta({ description: 'HTML of the allow list' }),
  created_at: InstantText,
  until: InstantText.nullable().meta({ description: 'When it ends; null for an incident that is not over' }),
});

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
  setMobile: pending({
    method: 'POST',
    path: '/v2/notice/set-mobile',
    summary: 'Set the phone for SMS notices; sends a code',
  }),
  activateMobile: pending({
    method: 'POST',
    path: '/v2/notice/activate-mobile',
    summary: 'Confirm the phone by the code',
  }),
  getMobile: pending({ method: 'GET', path: '/v2/notice/get-mobile', summary: 'The phone for SMS notices' }),
  mobileSettings: pending({ method: 'GET', path: '/v2/notice/mobile-settings', summary: 'Which SMS notices are sent' }),
  mobilePackage: pending({
    method: 'POST',
    path: '/v2/notice/mobile-package',
    summary: 'Choose which SMS notices are sent',
  }),
  setEmail: pending({
    method: 'POST',
    path: '/v2/notice/set-email',
    summary: 'Set the e-mail for notices; sends a code',
  }),
  activateEmail: pending({
    method: 'POST',
    path: '/v2/notice/activate-email',
    summary: 'Confirm the e-mail by the code',
  }),
  emailSettings: pending({ method: 'GET', path: '/v2/notice/email-settings', summary: 'The e-mail for notices' }),
  getTelegram: pending({
    method: 'GET',
    path: '/v2/notice/get-telegram',
    summary: 'The Telegram link and how to set it up',
  }),
  setTelegram: pending({ method: 'POST', path: '/v2/notice/set-telegram', summary: 'Start linking Telegram' }),
  removeTelegram: pending({ method: 'DELETE', path: '/v2/notice/set-telegram', summary: 'Unlink Telegram' }),
};
