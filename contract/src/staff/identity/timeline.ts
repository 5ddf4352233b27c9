import { z } from 'zod';
import { operatorCall } from '../../kernel/call/staff-call.ts';
import { inAddress, InstantText, Money, pageOf, text, wholeNumber } from '../../kernel/call/wire.ts';
import { Movement } from '../../shapes.ts';
import { Numbered, WrittenDay } from '../inputs.ts';
import { OPEN_CARDS, PersonCall, PersonOther, PersonPhone, PersonWords } from '../personal.ts';

/** What happens to a contract. */
const TIMELINE_KINDS = ['payment', 'charge', 'change', 'session', 'message', 'order', 'call', 'note', 'look'] as const;
const WRONG_KIND = `Что показать, через запятую: ${TIMELINE_KINDS.join(', ')}`;
const Kind = z.enum(TIMELINE_KINDS);
/** `payment,charge` */
const Kinds = z
  .codec(text(100), z.array(Kind), {
    decode: (input, context) => {
      const kinds = input.split(',').map((one) => Kind.safeParse(one.trim()).data);
      const known = kinds.filter((one) => one !== undefined);
      if (known.length === kinds.length) return known;
      context.issues.push({ code: 'custom', input, message: WRONG_KIND });
      return z.NEVER;
    },
    encode: (kinds) => kinds.join(),
  })
  .meta({ description: `Some of ${TIMELINE_KINDS.join(', ')}, with commas between`, examples: ['payment,charge'] });

const TimelineItem = z.object({
  kind: Kind,
  id: z.string().meta({ description: 'Of its kind: a line of the account, a session, a message, an order, a call' }),
  at: InstantText,
  text: PersonWords,
  who: z.string().nullable().meta({ description: 'Who did it, if that is known' }),
  detail: PersonOther.nullable(),
  amount: Money.nullable(),
  other_number: PersonCall.nullable().meta({ description: 'Of a call: who called, or who was called' }),
  own_number: PersonPhone.nullable().meta({ description: 'Of a call: the number of the contract' }),
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
      'Everything that has happened to a contract, newest first: payments, charges, changes, sessions, messages, orders, calls, notes and looks of the staff',
    roles: OPEN_CARDS,
    look: 'card',
    command: {
      words: 'timeline',
      arguments: { contract_id: 'договор' },
      options: {
        kind: 'только что: payment,charge',
        until: 'начиная с этого дня назад',
        cursor: 'дальше',
        limit: 'сколько',
      },
      help: 'что было с договором, последнее сверху: платежи, списания, изменения, сеансы, сообщения, заявки, звонки, заметки, кто смотрел',
    },
    query: z.strictObject({
      contract_id: Numbered,
      kind: Kinds.optional(),
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
