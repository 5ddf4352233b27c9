import { servicesTables } from './tables-services.ts';
import { moneyTables } from './tables-money.ts';
import { usageTables } from './tables-usage.ts';
import { supportTables } from './tables-support.ts';
import { safetyTables } from './tables-safety.ts';
import { paperTables } from './tables-papers.ts';
import { staffTables } from './tables-staff.ts';
import type { ArchiveTable } from './table.ts';

/** Every table of the archive, in its order. */
export const ARCHIVE_TABLES: readonly ArchiveTable[] = [
  ...paperTables,
  ...servicesTables,
  ...moneyTables,
  ...usageTables,
  ...supportTables,
  ...safetyTables,
  ...staffTables,
];
