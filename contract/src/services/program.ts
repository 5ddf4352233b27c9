import { z } from 'zod';
import { CatalogueId, DayText, InstantText, Money } from '../kernel/call/wire.ts';
import { Discount } from '../discount-shape.ts';
import { Control, NewPrice, Preview, Version } from '../shapes.ts';

// Shared by the calls for programs of the contract and of one service.

/** Error codes of a switch that costs money. */
export const SWITCH_PROBLEMS = ['not_enough_money', 'change_not_allowed', 'changed_meanwhile'] as const;

export const AllowedProgram = z.object({
  programm_id: z.int(),
  name: z.string(),
  price: Money.meta({ description: 'Per month, or per day when its service is charged by the day' }),
  new_price: NewPrice,
  discount: Discount,
  control: Control,
});

/** A program as the page shows it. */
export const ListedProgram = AllowedProgram.extend({
  group: z.string().meta({ description: 'Its heading on the page; groups come in display order' }),
  title: z.string(),
  description: z.string().meta({ description: 'Description in one line' }),
  badge: z.string().nullable().meta({ description: '«Новое», «В архиве»' }),
  price_text: z.string().meta({ description: '«150 ₽ в месяц», «Бесплатно»' }),
  affordable: z.boolean().meta({ description: 'Whether the account covers the immediate charge' }),
  missing_amount: Money.meta({ description: 'The sum missing to switch it on now; 0.00 when nothing' }),
  changes_on: DayText.nullable().meta({ description: 'The day of a planned start or end' }),
  undo_until: InstantText.nullable().meta({
    description: 'Until then it can be undone: all charges are given back',
  }),
  is_applied: z.boolean().meta({ description: 'false: the network has not carried out the last change yet' }),
  version: Version,
});

export const SwitchProgram = z.strictObject({ programm_id: CatalogueId, status: z.enum(['on', 'off']) });

/** The result of a switch, before or after it is made. */
export const ProgramChangeSummary = Preview.extend({
  user_id: z.int().nullable().meta({ description: 'The created service; null when none' }),
  version: Version,
});
