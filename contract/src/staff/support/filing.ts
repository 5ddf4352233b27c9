import { z } from 'zod';
import { AskedNumber, AskedUserInAddress } from '../../kernel/call/asked-id.ts';
import { operatorCall } from '../../kernel/call/staff-call.ts';
import { DRY_RUN, rehearsable } from '../../kernel/call/staff-change.ts';
import { InstantText, PhoneText } from '../../kernel/call/wire.ts';
import { Check, Slot, Span } from '../../support/support-shapes.ts';
import { Numbered, SmallNumbered, words } from '../inputs.ts';
import { PersonPhone, PersonWords } from '../personal.ts';
import { Who } from './who.ts';

const MOST = 2000;

/** An order that the staff file for a client who calls or comes. */
export const filingCalls = {
  form: operatorCall({
    method: 'GET',
    path: '/staff/v1/support/orders/form',
    summary: 'What an order for a client is filed with: goals, the check of his service, free windows',
    roles: ['cashier', 'support', 'engineer'],
    command: {
      words: 'orders form',
      arguments: { contract_id: 'договор' },
      options: {
        goal_id: 'тема',
        user_id: 'услуга, о которой «почему не работает»',
        phone_number: 'или телефонный номер',
      },
      help: 'что нужно для заявки: темы, проверка, окна мастеров',
    },
    query: z.strictObject({
      contract_id: Numbered,
      goal_id: SmallNumbered.optional(),
      user_id: AskedUserInAddress.optional(),
      phone_number: AskedNumber.optional().meta({ examples: ['78482003107'] }),
    }),
    result: z.object({
      goals: z.array(
        z.object({
          goal_id: z.int(),
          name: z.string(),
          question: z.string(),
          asks_visit: z.boolean(),
          answer_minutes: z.int(),
        }),
      ),
      goal_id: z.int().nullable().meta({ description: 'The goal of what the check has found' }),
      service: PersonWords.nullable(),
      finding: PersonWords,
      checks: z.array(Check),
      phone: PersonPhone.nullable(),
      windows: z.array(Slot),
      open: z.array(z.object({ order_id: z.int(), goal: z.string() })).meta({ description: 'Orders that are open' }),
    }),
    problems: ['contract_unknown', 'goal_unknown'],
  }),
  file: operatorCall({
    method: 'POST',
    path: '/staff/v1/support/orders/file',
    summary: 'Files an order for a client, with the check of his service',
    roles: ['cashier', 'support', 'engineer'],
    command: {
      words: 'orders file',
      arguments: { contract_id: 'договор', goal_id: 'тема', text: 'что случилось' },
      options: {
        user_id: 'услуга, о которой «почему не работает»',
        phone_number: 'или телефонный номер',
        phone: 'куда перезвонить',
        slot_id: 'окно мастера',
        name: 'кто принял',
        ...DRY_RUN,
      },
      help: 'создать заявку за клиента, с проверкой',
    },
    body: rehearsable({
      contract_id: Numbered,
      goal_id: SmallNumbered,
      text: words(MOST, 'Что случилось').meta({ personal: 'words' }),
      user_id: AskedUserInAddress.optional(),
      phone_number: AskedNumber.optional().meta({ examples: ['78482003107'] }),
      phone: PhoneText.optional(),
      slot_id: Numbered.optional(),
      name: Who,
    }),
    result: z.object({
      order_id: z.int(),
      goal: z.string(),
      answer_by: InstantText.nullable(),
      visit: Span.nullable(),
      rehearsed: z.boolean(),
    }),
    problems: [
      'contract_unknown',
      'goal_unknown',
      'order_goal_retired',
      'order_no_phone',
      'order_too_many',
      'slot_taken',
      'not_found',
    ],
  }),
};
