import { servicesTables } from './tables-services.ts';
import { moneyTables } from './tables-money.ts';
import { usageTables } from './tables-usage.ts';
import { supportTables } from './tables-support.ts';
import { safetyTables } from './tables-safety.ts';
import type { Table } from './table.ts';

/** Every table of the archive, in its order. */
export const TABLES: readonly Table[] = [
  ...servicesTables,
  ...moneyTables,
  ...usageTables,
  ...supportTables,
  ...safetyTables,
];
