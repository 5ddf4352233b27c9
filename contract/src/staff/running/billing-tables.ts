import { z } from 'zod';
import { LARGEST_TABLE, operatorCall } from '../../kernel/call/staff-call.ts';
import { PersonWords } from '../personal.ts';
import { cellsOf } from './import-body.ts';
import type { ImportTable } from './import-tables.ts';

/** The most rows of one batch of another billing: it is one transaction. */
export const MOST_TOLD_ROWS = 1000;
export const TOO_MANY_TOLD = 'В пакете больше 1000 строк. Разделите его';

/**
 * Tables of the import whose rows another billing may send while it charges: none of them moves money of a known account, opens the network
 * to somebody, or holds secrets of devices (decision 0281). In the order in which they are taken.
 */
export const TOLD_TABLES = [
  'streets',
  'houses',
  'plans',
  'options',
  'contracts',
  'accounts',
  'services',
  'serviceOptions',
  'numbers',
  'calls',
  'documents',
  'sessions',
  'ownPrices',
] as const satisfies readonly ImportTable[];
export type ToldTable = (typeof TOLD_TABLES)[number];
const Told = z.enum(TOLD_TABLES);

/** Every cell may be absent: a row that lacks one is refused alone, and the others are taken. */
const rowsOf = (table: ToldTable) =>
  z
    .array(z.strictObject(cellsOf(table)).partial())
    .max(MOST_TOLD_ROWS, TOO_MANY_TOLD)
    .optional();

const Tables = z
  .strictObject({
    streets: rowsOf('streets'),
    houses: rowsOf('houses'),
    plans: rowsOf('plans'),
    options: rowsOf('options'),
    contracts: rowsOf('contracts'),
    accounts: rowsOf('accounts'),
    services: rowsOf('services'),
    serviceOptions: rowsOf('serviceOptions'),
    numbers: rowsOf('numbers'),
    calls: rowsOf('calls'),
    documents: rowsOf('documents'),
    sessions: rowsOf('sessions'),
    ownPrices: rowsOf('ownPrices'),
  })
  .refine(
    (tables) => Object.values(tables).reduce((sum, rows) => sum + (rows?.length ?? 0), 0) <= MOST_TOLD_ROWS,
    TOO_MANY_TOLD,
  )
  .meta({
    description: 'At most 1000 rows in all, with the columns of the files, unparsed: an absent cell says nothing',
    secret: true,
  });

export const toldTables = operatorCall({
  method: 'POST',
  path: '/staff/v1/billing/tables',
  largestBody: LARGEST_TABLE,
  summary:
    'Takes new and changed contracts, accounts, services and numbers of another billing; a wrong row stops no other',
  roles: ['engineer', 'accountant'],
  command: {
    words: 'billing tables',
    arguments: { tables: 'папка' },
    help: 'принять из другой расчётной системы договоры, счета, услуги, номера: верные строки, остальные назвать',
  },
  body: z.strictObject({ tables: Tables }),
  result: z.object({
    taken: z.int(),
    rows: z.array(
      z.object({
        table: Told,
        row: z.int().meta({ description: 'Its place among the rows of its table in this batch, from 1' }),
        key: PersonWords.meta({ description: 'What names it there' }),
        outcome: z
          .enum(['taken', 'same', 'partly', 'refused'])
          .meta({ description: 'partly: all but the columns that `reasons` name' }),
        reasons: z.array(PersonWords).meta({ description: 'Why not, column by column; empty if `because` tells it' }),
        because: z.object({ table: Told, row: z.int() }).nullable().meta({
          description: 'The row of this batch that was refused before it for the same reason, or brings what it lacks',
        }),
      }),
    ),
  }),
  problems: ['charging_own'],
});
