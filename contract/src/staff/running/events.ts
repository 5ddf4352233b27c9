import { z } from 'zod';
import { operatorCall } from '../../kernel/call/staff-call.ts';
import { Id, inAddress, InstantText } from '../../kernel/call/wire.ts';

/** What may happen, as migration 0183 writes it down. */
export const EVENT_KINDS = [
  'money.paid',
  'money.charged',
  'money.refunded',
  'money.corrected',
  'money.payment_reversed',
  'money.opening',
  'promise.taken',
  'promise.repaid',
  'promise.ended',
  'account.limit_changed',
  'refund.changed',
  'autopayment.changed',
  'service.added',
  'service.connected',
  'service.opened',
  'service.paused',
  'service.blocked',
  'service.closed',
  'service.waits',
  'service.moved',
  'service.plan_changed',
  'service.changed',
  'contract.opened',
  'contract.closed',
  'contract.suspended',
  'contract.reopened',
  'contract.changed',
  'contract.moved',
  'contract.handed_over',
  'contract.split',
  'contract.joined',
  'contact.changed',
  'order.opened',
  'order.changed',
  'order.answered',
  'call_back.changed',
  'billing.requested',
  'billing.answered',
] as const;

const Moment = z.string().meta({ description: 'A moment of ISO 8601' });

/** Ids to read the rest by; nothing of a person. A field that the change has not, is absent. */
const EventData = z
  .object({
    account_no: z.string(),
    sum_kopecks: z.int().meta({ description: 'Below zero: taken from the account' }),
    day: z.string().meta({ description: '`2026-11-20`' }),
    method: z.string().meta({ description: 'How it was paid' }),
    transaction_id: z.int(),
    corrects_transaction_id: z.int(),
    promised_payment_id: z.int(),
    refund_id: z.string(),
    autopayment_id: z.string(),
    user_id: z.int().meta({ description: 'The service' }),
    type: z.string().meta({ description: 'The kind of the service or of the contact' }),
    state: z.string(),
    reason: z.string().meta({ description: 'Why a service is blocked: a code' }),
    what: z.string().meta({ description: 'What has changed: a code' }),
    plan_id: z.int(),
    former_plan_id: z.int(),
    from_contract_id: z.int(),
    to_contract_id: z.int(),
    contact_id: z.int(),
    order_id: z.int(),
    goal_id: z.int(),
    author: z.string().meta({ description: '`client`, `provider` or `portal`' }),
    visit_from: Moment,
    visit_to: Moment,
    call_back_id: z.int(),
    request_no: z.int().meta({ description: 'The request to another billing' }),
  })
  .partial();

/** An event as it is read, and as it is sent. */
export const ChangeEvent = z.object({
  event_id: z.int().meta({ description: 'The cursor; what is read later is greater' }),
  at: InstantText,
  kind: z.enum(EVENT_KINDS),
  contract_id: z.int(),
  data: EventData,
});

export const events = {
  list: operatorCall({
    method: 'GET',
    path: '/staff/v1/events',
    summary: 'What has changed in money, services, contacts, orders and contracts, in order, by a cursor',
    roles: ['engineer', 'accountant', 'owner', 'admin', 'auditor'],
    command: {
      words: 'events list',
      options: { after: 'номер последнего прочитанного', limit: 'сколько, не больше 1000' },
      help: 'что изменилось: деньги, услуги, контакты, заявки, договоры — по порядку, для других программ',
    },
    query: z.strictObject({
      after: inAddress(Id).optional().meta({ description: '`next` of the former reply; absent: from the oldest kept' }),
      limit: inAddress(z.int().min(1).max(1000)).optional().meta({ description: 'At most 1000; absent: 100' }),
    }),
    result: z.object({
      events: z.array(ChangeEvent),
      next: z.int().nullable().meta({ description: 'The cursor of the next request; null: nothing has happened yet' }),
      more: z.boolean().meta({ description: 'Whether there is more at once' }),
    }),
    problems: ['events_gone'],
  }),
};
