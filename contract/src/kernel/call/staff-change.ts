import { z } from 'zod';
import type { OperatorCall } from './staff-call.ts';
import { Count, inAddress } from './wire.ts';

// What all changes of the staff have in common that cost something or cannot be undone.

const DryRun = z
  .enum(['yes', 'no'], 'Ответьте yes или no')
  .optional()
  .meta({ description: 'yes: the change is carried out, answered and rolled back' });

const DecidedOn = inAddress(Count).optional().meta({
  description:
    'The `version` of the card that the change was decided on. If there is another by now: changed_meanwhile',
});

/** The body of a change that can be rehearsed. */
export const rehearsable = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.strictObject({ ...shape, dry_run: DryRun });

/** The body of a change of terms: besides, it is made on what the card has shown. */
export const termsChange = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.strictObject({ ...shape, version: DecidedOn, dry_run: DryRun });

/** How both are typed. */
export const DRY_RUN = { dry_run: 'yes — только показать, что будет' } as const;
export const TERMS = { version: 'версия договора с карточки: если его уже изменили, отказать', ...DRY_RUN } as const;

export const isRehearsable = ({ body }: Pick<OperatorCall, 'body'>): boolean => Object.hasOwn(body.shape, 'dry_run');

/** Stands after the words of a call that was only rehearsed, where looks are noted. */
export const REHEARSAL = ' --dry_run';

/** What the reply to each of them begins with. */
export const CHANGED = {
  contract_id: z.int(),
  version: z
    .int()
    .meta({ description: 'Of the contract with its services: after the change, or before a rehearsed one' }),
  rehearsed: z.boolean().meta({ description: 'Nothing was changed' }),
};
