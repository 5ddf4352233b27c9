import { z } from 'zod';
import { InstantText, Money } from '../../kernel/call/wire.ts';
import { kopecks, parseRubles, toWireMoney, type Kopecks } from '../../kernel/money.ts';
import { text } from '../../kernel/call/wire.ts';
import { PersonAddress, PersonName, PersonWords } from '../personal.ts';
import { PrintedNo } from '../../shapes.ts';

const inside = z.any() as z.ZodType<Kopecks, Kopecks>;

/** Counted money: roubles from nothing on. */
export const CountedSum = z
  .codec(text(100), inside, {
    decode: (input, context) => {
      const sum = parseRubles(input);
      if (sum !== undefined) return sum;
      context.issues.push({
        code: 'custom',
        input,
        message: `Это не сумма: ${input}. Сумма пишется так: 5000 или 4999,50`,
      });
      return z.NEVER;
    },
    encode: toWireMoney,
  })
  .meta({ description: 'Roubles, also 0; kopecks after a dot or a comma', examples: ['5000'] });

/** Above this difference the one who has counted does not close the shift alone. */
export const ALONE_DIFFERENCE = kopecks(100_00);

/** A desk of the office. */
export const DeskTold = z.object({
  desk_id: z.int(),
  name: z.string(),
  place: z.string(),
  register: z.string().nullable().meta({ description: 'Its cash register; null: none of its own' }),
});

/** What moves the cash of a desk. */
const CASH_KINDS = ['take', 'undo', 'float', 'safe', 'difference'] as const;

/** A shift as its lines of the ledger tell it: the X report of an open one, the Z report of a closed one. */
export const ShiftReport = z.object({
  shift_id: z.int(),
  number: z.int().meta({ description: 'Of the desk: the number of its report Z' }),
  desk: DeskTold,
  person: z.string(),
  opened_at: InstantText,
  carried: Money.meta({ description: 'What the shift before has left' }),
  opening: Money.meta({ description: 'Counted at opening' }),
  kinds: z.array(z.object({ kind: z.enum(CASH_KINDS), count: z.int(), sum: Money })).meta({
    description:
      'Below zero: out of the drawer. take: payments; undo: taken back; float: from the safe; safe: to the safe; difference: surplus, or shortage below zero',
  }),
  sbp: z.object({ count: z.int(), sum: Money }).nullable().meta({
    description: 'Paid by codes that were shown in this shift while it was open: not in the drawer; null: none',
  }),
  expected: Money.meta({ description: 'What must lie in the drawer by the books; of a closed shift, at closing' }),
  receipts: z.object({ all: z.int(), waiting: z.int().meta({ description: 'Not issued yet, or refused' }) }),
  closed: z
    .object({ at: InstantText, counted: Money, difference: Money, to_safe: Money, left: Money })
    .nullable()
    .meta({ description: 'null: it is open' }),
});

/** The state of a receipt: given: by a register that the portal does not know, `number` is what the clerk has written. */
const ReceiptState = z.object({
  state: z.enum(['ordered', 'done', 'failed', 'given', 'none']),
  number: z.string().nullable().meta({ description: 'Of the fiscal document' }),
});

/** All that a printed copy of a receipt shows. */
export const ReceiptCopy = z.object({
  transaction_id: z.int(),
  document: z.string().meta({ description: 'Made by the desk: desk, shift, number in the shift' }),
  kind: z.enum(['sell', 'sell_refund']),
  at: InstantText,
  seller: z.object({ name: z.string(), inn: z.string().nullable(), address: z.string() }),
  desk: DeskTold.nullable().meta({ description: 'null: not taken at a desk' }),
  cashier: z.string().nullable(),
  payer: z.object({
    contract_id: z.int(),
    account_no: z.string(),
    name: PersonName,
  }),
  items: z.array(z.object({ text: PersonWords, amount: Money })),
  amount: Money,
  given: Money.nullable(),
  change: Money.nullable(),
  vat: z.object({ percent: z.int(), sum: Money }).nullable().meta({ description: 'Within the sum; null: without VAT' }),
  receipt: ReceiptState.extend({
    fn: z.string().nullable(),
    fpd: z.string().nullable(),
    url: z.string().nullable(),
    error: z.string().nullable(),
  }),
});

/** A payment of a shift in its list. */
export const ShiftPayment = z.object({
  number: z.int(),
  document: z.string(),
  kind: z.enum(['take', 'undo']),
  transaction_id: z.int(),
  at: InstantText,
  contract_id: z.int(),
  printed_no: PrintedNo,
  account_no: z.string(),
  name: PersonName,
  address: PersonAddress,
  amount: Money,
  receipt: ReceiptState,
  undone: z.boolean(),
  undo_until: InstantText.nullable().meta({ description: 'null: it can be undone no more' }),
});

/** Whether cash may be taken with a receipt of our register. */
export const RegisterState = z.enum(['works', 'silent', 'none']).meta({
  description:
    'silent: a receipt waits for longer than ten minutes, and no more cash is taken with its receipts; none: the provider has none',
});
