import { z } from 'zod';

/** How long what the access network tells is kept. */
export const AccountingTerms = z
  .strictObject({
    /** Packets as they came, by the day. */
    raw_days: z.int().min(1).max(30).default(3),
    /** Traffic by the hour; older is kept by the day. */
    hours_days: z.int().min(1).max(400).default(62),
    /** Traffic by the day; of an older session only its sum is known. */
    points_months: z.int().min(1).max(120).default(13),
    /** Sessions, with the addresses that they had. */
    sessions_months: z.int().min(6).max(240).default(36),
  })
  .prefault({});
