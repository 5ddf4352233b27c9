import { z } from 'zod';

/** The time that a plan includes in a period, and how much of it calls have used. */
export const PackageUse = z.object({
  name: z.string(),
  zones: z.array(z.string()).meta({ description: 'Names of the zones that it covers' }),
  included_seconds: z.int(),
  used_seconds: z.int(),
});
