import { z } from 'zod';
import { AskedDay, AskedPeriod, Money, PageQuery, PeriodText, text } from '../kernel/call/wire.ts';
import { Movement } from '../shapes.ts';

/** The query of a list of movements, newest first. */
export const HistoryQuery = PageQuery.extend({
  period: AskedPeriod.optional(),
  from: AskedDay.optional(),
  until: AskedDay.optional().meta({ description: 'The last day, inclusive' }),
  q: text(100).trim().optional().meta({ description: 'A part of the text or of the service name, or the exact sum' }),
});

/** Charges of a month by service, largest first, and payments. */
export const MonthServices = z.object({
  period: PeriodText,
  services: z.array(
    z.object({
      user_id: z.int().nullable(),
      phone_number: z.string().nullable(),
      name: z.string(),
      amount: Money.meta({ description: 'Charged less returned' }),
      returned: Money.meta({ description: 'Returned charges of this service; already subtracted in amount' }),
      lines: z.int().meta({ description: 'Charges, without returns' }),
    }),
  ),
  incoming: z.array(z.object({ kind: Movement.shape.kind, amount: Money, lines: z.int() })),
  more: z.string().nullable().meta({ description: 'Why it cost more than the month before; null if it did not' }),
});

/** opening + paid − charged = closing. */
export const MonthTotal = z.object({
  period: z.string(),
  opening: Money,
  paid: Money.meta({ description: 'Paid in, less refunds to the payer' }),
  charged: Money.meta({ description: 'Charged, less what was returned' }),
  closing: Money,
});
