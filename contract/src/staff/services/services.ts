import { z } from 'zod';
import { operatorCall } from '../../kernel/call/staff-call.ts';
import { CHANGED, DRY_RUN, rehearsable, TERMS, termsChange } from '../../kernel/call/staff-change.ts';
import { PhoneText } from '../../kernel/call/wire.ts';
import { BlockReason, Preview } from '../../shapes.ts';
import { Numbered, words } from '../inputs.ts';
import { connectionCalls } from './connection.ts';
import { Mac } from './network-shapes.ts';

const CURE = ['support', 'engineer'] as const;
const BLOCK = ['engineer', 'accountant'] as const;
const user_id = Numbered;

const BLOCK_PROBLEMS = ['service_unknown', 'changed_meanwhile', 'change_not_allowed'] as const;

export const services = {
  ...connectionCalls,
  block: operatorCall({
    method: 'POST',
    path: '/staff/v1/services/block',
    summary:
      'Closes a service by the decision of the provider; its subscriber reads the reason, and nothing is charged',
    roles: BLOCK,
    command: {
      words: 'service block',
      arguments: { user_id: 'услуга', reason: 'причина' },
      options: TERMS,
      help: 'закрыть услугу решением провайдера: причину абонент прочитает в кабинете, списаний не будет',
    },
    body: termsChange({
      user_id,
      reason: words(200, 'Причина').meta({ description: 'The subscriber reads it' }),
    }),
    result: Preview.extend(CHANGED),
    problems: BLOCK_PROBLEMS,
  }),
  unblock: operatorCall({
    method: 'POST',
    path: '/staff/v1/services/unblock',
    summary: 'Opens a service that the provider has closed; what is left of the month is charged',
    roles: BLOCK,
    command: {
      words: 'service unblock',
      arguments: { user_id: 'услуга' },
      options: TERMS,
      help: 'снова открыть услугу, которую закрыл провайдер; остаток месяца спишется сразу',
    },
    body: termsChange({ user_id }),
    result: Preview.extend(CHANGED),
    problems: [...BLOCK_PROBLEMS, 'not_enough_money'],
  }),
  blockNumber: operatorCall({
    method: 'POST',
    path: '/staff/v1/services/block-number',
    summary:
      'Closes a phone number by the decision of the provider; its subscriber reads the reason, and nothing is charged',
    roles: BLOCK,
    command: {
      words: 'number block',
      arguments: { phone_number: 'номер', reason: 'причина' },
      options: TERMS,
      help: 'закрыть телефонный номер решением провайдера: причину абонент прочитает в кабинете, списаний не будет',
    },
    body: termsChange({
      phone_number: PhoneText,
      reason: words(200, 'Причина').meta({ description: 'The subscriber reads it' }),
    }),
    result: Preview.extend(CHANGED),
    problems: BLOCK_PROBLEMS,
  }),
  unblockNumber: operatorCall({
    method: 'POST',
    path: '/staff/v1/services/unblock-number',
    summary: 'Opens a phone number that the provider has closed; what is left of the month is charged',
    roles: BLOCK,
    command: {
      words: 'number unblock',
      arguments: { phone_number: 'номер' },
      options: TERMS,
      help: 'снова открыть телефонный номер, который закрыл провайдер; остаток месяца спишется сразу',
    },
    body: termsChange({ phone_number: PhoneText }),
    result: Preview.extend(CHANGED),
    problems: [...BLOCK_PROBLEMS, 'not_enough_money'],
  }),
  endSession: operatorCall({
    method: 'POST',
    path: '/staff/v1/services/end-session',
    summary: 'Ends the sessions of an internet service that are on; its router comes in anew',
    roles: CURE,
    command: {
      words: 'session end',
      arguments: { user_id: 'услуга' },
      options: DRY_RUN,
      help: 'завершить сеанс: роутер войдёт заново',
    },
    body: rehearsable({ user_id }),
    result: z.object({
      contract_id: z.int(),
      rehearsed: z.boolean(),
      sessions: z.int().meta({ description: 'Being ended; 0: none was on' }),
    }),
    problems: ['service_unknown', 'change_not_allowed'],
  }),
  bindDevice: operatorCall({
    method: 'POST',
    path: '/staff/v1/services/bind-device',
    summary:
      'Binds a line to a router: the one that the network has seen last, or another; opens it if the old one has closed it',
    roles: ['support', 'technician', 'engineer'],
    command: {
      words: 'device bind',
      arguments: { user_id: 'услуга', mac: 'MAC' },
      options: DRY_RUN,
      help: 'привязать роутер: без MAC — тот, который сеть видела последним',
    },
    body: rehearsable({ user_id, mac: Mac.optional() }),
    result: z.object({
      contract_id: z.int(),
      rehearsed: z.boolean(),
      was: z.string().nullable().meta({ description: 'The device bound until now; null: the first one that connects' }),
      mac: z.string(),
      lifted: z.boolean().meta({ description: 'Whether the old binding had closed the service' }),
    }),
    problems: ['service_unknown', 'change_not_allowed', 'not_your_visit'],
  }),
  unlock: operatorCall({
    method: 'POST',
    path: '/staff/v1/services/unlock',
    summary: 'Unlocks a locked login, a hanging session or a stale binding; a working service stays',
    roles: CURE,
    command: {
      words: 'login unlock',
      arguments: { user_id: 'услуга' },
      options: DRY_RUN,
      help: 'разблокировать вход, зависший сеанс или привязку к старому роутеру',
    },
    body: rehearsable({ user_id }),
    result: z.object({
      contract_id: z.int(),
      rehearsed: z.boolean(),
      lifted: BlockReason.nullable().meta({ description: 'Why it was blocked; null when it was working' }),
      state: z.enum(['active', 'blocked']),
      reason: BlockReason.nullable().meta({ description: 'What blocks it now: debt or schedule' }),
    }),
    problems: ['service_unknown', 'change_not_allowed'],
  }),
};

export const serviceKey = {
  forget: operatorCall({
    method: 'POST',
    path: '/staff/v1/service-key/forget',
    summary: 'After the loss of the key: erases the service passwords that it encrypted',
    roles: [],
    command: { words: 'service-key forget', help: 'ключ потерян: стереть пароли услуг, которые он запечатал' },
    result: z.object({ erased: z.int() }),
  }),
};
