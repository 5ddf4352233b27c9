import { z } from 'zod';
import { DayText, Money } from './kernel/call/wire.ts';

/** A discount, or a price of the client's own; absent if there is none now. */
export const Discount = z
  .object({
    percent: z.int().nullable().meta({ description: 'null: a price of its own, not a discount' }),
    full_price: Money.meta({ description: 'What it would cost without' }),
    last_day: DayText.nullable().meta({ description: 'null: without end' }),
  })
  .optional()
  .meta({ description: 'Why `price` is less than in the catalogue; absent if it is not' });
