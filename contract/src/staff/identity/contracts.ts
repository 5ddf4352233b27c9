import { z } from 'zod';
import { operatorCall } from '../../kernel/call/staff-call.ts';
import { AccountKind, InstantText, Money } from '../../kernel/call/wire.ts';
import { Numbered, words } from '../inputs.ts';

export const contracts = {
  balance: operatorCall({
    method: 'GET',
    path: '/staff/v1/contracts/balance',
    summary: 'Balances of the accounts of a contract',
    roles: ['cashier', 'support', 'engineer', 'accountant', 'owner', 'admin', 'auditor'],
    command: { words: 'contract balance', arguments: { contract_id: 'договор' }, help: 'остатки на счетах договора' },
    query: z.strictObject({ contract_id: Numbered }),
    result: z.array(z.object({ kind: AccountKind, account_no: z.string(), balance: Money, credit_limit: Money })),
    problems: ['contract_unknown'],
  }),
  resetPassword: operatorCall({
    method: 'POST',
    path: '/staff/v1/contracts/reset-password',
    summary: 'Gives a subscriber a one-time password, which he changes at the first sign-in; ends all his sessions',
    roles: ['cashier', 'support'],
    command: {
      words: 'contract reset-password',
      arguments: { contract_id: 'договор' },
      options: { second_step: 'off: выключить и второй шаг, если абонент потерял телефон и запасные коды' },
      help: 'дать одноразовый пароль от кабинета; прежний больше не действует',
    },
    body: z.strictObject({ contract_id: Numbered, second_step: z.literal('off').optional() }),
    result: z.object({
      contract_id: z.int(),
      password: z.string().meta({ secret: true }),
      until: InstantText,
      sessions_ended: z.int(),
      replaces_unused: z.boolean().meta({ description: 'A one-time password that nobody has used yet ends' }),
    }),
    problems: ['contract_unknown', 'password_just_changed'],
  }),
  notify: operatorCall({
    method: 'POST',
    path: '/staff/v1/contracts/notify',
    summary: 'Sends a message to a subscriber in the portal, the same one once in 24 hours unless it is meant',
    roles: ['cashier', 'support', 'engineer'],
    command: {
      words: 'notice send',
      arguments: { contract_id: 'договор', title: 'заголовок', text: 'текст' },
      options: { again: 'yes — и тогда, когда то же самое отправили меньше суток назад' },
      help: 'написать абоненту в кабинет',
    },
    body: z.strictObject({
      contract_id: Numbered,
      title: words(200, 'Заголовок').meta({ personal: 'words' }),
      text: words(5000, 'Текст').meta({ personal: 'other' }),
      again: z.enum(['yes', 'no'], 'Ответьте yes или no').optional(),
    }),
    result: z.object({ contract_id: z.int() }),
    problems: ['contract_unknown', 'message_just_sent'],
  }),
  news: operatorCall({
    method: 'POST',
    path: '/staff/v1/contracts/news',
    summary: 'Sends news to every subscriber who wants to hear them',
    roles: [],
    command: {
      words: 'news send',
      arguments: { title: 'заголовок', text: 'текст' },
      help: 'разослать новость подписанным на новости; той же новости второй раз никто не получит',
    },
    body: z.strictObject({ title: words(200, 'Заголовок'), text: words(5000, 'Текст') }),
    result: z.object({ readers: z.int() }),
  }),
};
