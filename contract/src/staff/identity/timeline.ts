import { z } from 'zod';
import { operatorCall } from '../../kernel/call/staff-call.ts';
import { inAddress, InstantText, Money, pageOf, text, wholeNumber } from '../../kernel/call/wire.ts';
import { Movement } from '../../shapes.ts';
import { Numbered, WrittenDay } from '../inputs.ts';
import { OPEN_CARDS, PersonCall, PersonOther, PersonWords } from '../personal.ts';

/** What happens to a contract. */
const TIMELINE_KINDS = ['payment', 'charge', 'change', 'session', 'message', 'order', 'call', 'look'] as const;
const Kind = z.enum(TIMELINE_KINDS, `Что показать: ${TIMELINE_KINDS.join(', ')}`);

const TimelineItem = z.object({
  kind: Kind,
  id: z.string().meta({ description: 'Of its kind: a line of the account, a session, a message, an order, a call' }),
  at: InstantText,
  text: PersonWords,
  who: z.string().nullable().meta({ description: 'Who did it, if that is known' }),
  detail: PersonOther.nullable(),
  amount: Money.nullable(),
  other_number: PersonCall.nullable().meta({ description: 'Of a call' }),
  movement: Movement.nullable().meta({
    description:
      'The line of the account as the subscriber sees it: what a charge was made of, what corrects it, its receipt',
  }),
});

export const timeline = {
  read: operatorCall({
    method: 'GET',
    path: '/staff/v1/timeline',
    summary:
      'Everything that has happened to a contract, newest first: payments, charges, changes, sessions, messages, orders, calls, looks of the staff',
    roles: OPEN_CARDS,
    look: 'card',
    command: {
      words: 'timeline',
      arguments: { contract_id: 'договор' },
      options: { kind: 'только что', until: 'начиная с этого дня назад', cursor: 'дальше', limit: 'сколько' },
      help: 'что было с договором, последнее сверху: платежи, списания, изменения, сеансы, сообщения, заявки, звонки, кто смотрел',
    },
    query: z.strictObject({
      contract_id: Numbered,
      kind: Kind.optional(),
      until: WrittenDay.optional().meta({ description: 'The last day' }),
      cursor: text(1000)
        .regex(/^[\w.:~=-]+$/, 'Такой страницы нет. Откройте список сначала')
        .optional()
        .meta({ examples: ['session=1763600000000000.5'] }),
      limit: inAddress(wholeNumber(1, 100)).default(30),
    }),
    result: pageOf(TimelineItem),
    problems: ['contract_unknown', 'not_your_visit', 'too_many_looks'],
  }),
};
