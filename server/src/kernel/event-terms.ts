import { z } from 'zod';

/** How long events for other systems are kept, in whole months beside the current one. */
export const EventTerms = z.strictObject({ months: z.int().min(1).max(120).default(3) }).prefault({});
