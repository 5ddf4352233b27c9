import { z } from 'zod';

/** The database of another billing, which Kabinet reads and books in by itself. */
export const BillingViewsVariables = {
  BILLING_DATABASE_URL: z
    .url({
      protocol: /^(mysql|postgres(ql)?)$/,
      error: 'нужен адрес вида mysql://user:password@host:3306/database или postgresql://…',
    })
    .optional(),
};
