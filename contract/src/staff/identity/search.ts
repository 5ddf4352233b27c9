import { z } from 'zod';
import { operatorCall } from '../../kernel/call/staff-call.ts';
import { AccountKind, DayText, inAddress, Money, pageOf, text, wholeNumber } from '../../kernel/call/wire.ts';
import { PrintedNo } from '../../shapes.ts';
import { OPEN_CARDS, PersonAddress, PersonName, PersonWords } from '../personal.ts';

/** By what a contract is found, in the order in which groups are shown. */
export const SEARCH_GROUPS = [
  'contract',
  'account',
  'name',
  'address',
  'phone',
  'number',
  'login',
  'mailbox',
  'mac',
  'ip',
  'device',
  'order',
  'payment',
  'document',
] as const;

const MOST_IN_GROUP = 20;

const FoundAccount = z.object({
  kind: AccountKind,
  account_no: z.string(),
  balance: Money,
  missing: Money.meta({ description: 'What brings back the services that are off for debt; 0.00 if none is' }),
  blocked: z.boolean().meta({ description: 'Whether services are off for debt' }),
  lasts_until: DayText.nullable().meta({ description: 'The day of the first charge that is not covered' }),
});

/** A contract as a list of what was found shows it. */
export const FoundContract = z.object({
  contract_id: z.int(),
  printed_no: PrintedNo,
  found: PersonWords.nullable().meta({ description: 'What was found; null: the name or the address itself' }),
  name: PersonName,
  address: PersonAddress,
  state: z.enum(['active', 'suspended', 'closed']),
  accounts: z.array(FoundAccount),
});

export const search = {
  find: operatorCall({
    method: 'GET',
    path: '/staff/v1/search',
    summary:
      'Contracts by anything: number, inner or on papers, name, address, phone, login, MAC, IP now and at a moment, document, payment, order, serial number, telephone number, mailbox. At most 200 of a group',
    roles: OPEN_CARDS,
    noted: true,
    command: {
      words: 'search',
      arguments: { q: 'что искать' },
      options: { group: 'только по чему', cursor: 'дальше', limit: 'сколько' },
      help: 'найти договор по чему угодно: «иванов с», «ул ленина 5 12», «8 (927) 123», MAC, «10.84.1.7 24.11 14:00», «1240 22.11», «чек 8841»',
    },
    query: z.strictObject({
      q: text(100)
        .trim()
        .min(1, 'Напишите, что искать')
        .meta({ personal: 'other', examples: ['иванов с'] }),
      group: z.enum(SEARCH_GROUPS, `По чему искать: ${SEARCH_GROUPS.join(', ')}`).optional(),
      cursor: inAddress(wholeNumber(1, 1000)).optional().meta({ description: 'The next page of one group' }),
      limit: inAddress(wholeNumber(1, MOST_IN_GROUP)).default(MOST_IN_GROUP),
    }),
    result: z.object({
      groups: z.array(
        pageOf(FoundContract).extend({
          group: z.enum(SEARCH_GROUPS),
          count: z.int().meta({ description: 'How many there are; more than 200 are not counted' }),
        }),
      ),
      closed: z.array(z.enum(SEARCH_GROUPS)).meta({
        description:
          'Groups in which nothing was looked for: who sees something masked would find out the rest by trying',
      }),
    }),
  }),
};
