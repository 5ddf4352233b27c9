import { z } from 'zod';
import { CatalogueId, DayText, InstantText, Money } from './kernel/wire.ts';
import { Control, Preview, Version } from './shapes.ts';

// What calls about programs share, those of the contract and those of one service.

/** Refusals of a switch that costs money. */
export const SWITCH_PROBLEMS = ['not_enough_money', 'change_not_allowed', 'changed_meanwhile'] as const;

export const AllowedProgram = z.object({
  programm_id: z.int(),
  name: z.string(),
  price: Money.meta({ description: 'For a month, or for a day where its service is charged by the day' }),
  control: Control,
});

/** A program as the page draws it. */
export const ListedProgram = AllowedProgram.extend({
  group: z.string().meta({ description: 'Under which heading it stands; groups come in display order' }),
  title: z.string(),
  description: z.string().meta({ description: 'What it gives, in one line' }),
  badge: z.string().nullable().meta({ description: '«Новое», «В архиве»' }),
  price_text: z.string().meta({ description: '«150 ₽ в месяц», «Бесплатно»' }),
  affordable: z.boolean().meta({ description: 'Whether the account has what is charged at once' }),
  missing_amount: Money.meta({ description: 'What the account lacks to switch it on now; 0.00 when nothing' }),
  changes_on: DayText.nullable().meta({ description: 'When it begins or ends, where that is still to come' }),
  undo_until: InstantText.nullable().meta({
    description: 'Until then it is taken back whole: all that was charged is given back',
  }),
  is_applied: z.boolean().meta({ description: 'false: the network has not carried out the last change yet' }),
  version: Version,
});

export const SwitchProgram = z.strictObject({ programm_id: CatalogueId, status: z.enum(['on', 'off']) });

/** What a switch does, or did. */
export const ProgramChangeSummary = Preview.extend({
  user_id: z.int().nullable().meta({ description: 'The service that it has created; null when none' }),
  version: Version,
});
