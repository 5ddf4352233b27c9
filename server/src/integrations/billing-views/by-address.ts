import { mysqlBilling } from './mysql.ts';
import { postgresBilling } from './postgres.ts';
import type { BillingViews } from './port.ts';
import { viewsThrough } from './views.ts';

/** The database that an address names: `mysql://…` or `postgres://…`. */
export const billingViews = (url: string): BillingViews =>
  viewsThrough(new URL(url).host, url.startsWith('mysql:') ? mysqlBilling(url) : postgresBilling(url));
