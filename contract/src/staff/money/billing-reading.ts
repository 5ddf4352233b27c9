import { z } from 'zod';
import { InstantText } from '../../kernel/call/wire.ts';
import { PersonWords } from '../personal.ts';

/** How the database of another billing was read last. */
export const BillingReading = z
  .object({
    read_at: InstantText.nullable(),
    failing_since: InstantText.nullable().meta({ description: 'null: it answers' }),
    error: PersonWords.nullable().meta({ description: 'Why it is away, or which request it could not book' }),
  })
  .nullable()
  .meta({ description: 'The database of another billing; null: it was never read, or we charge' });
