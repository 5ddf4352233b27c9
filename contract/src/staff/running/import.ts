import { z } from 'zod';
import { LARGEST_TABLE, operatorCall } from '../../kernel/call/staff-call.ts';
import { Money } from '../../kernel/call/wire.ts';
import { ImportBody, importTables } from './import-tables.ts';
import { PersonOther, PersonWords } from '../personal.ts';

const Table = z.enum(importTables);
const faults = z.array(z.object({ table: Table, line: z.int(), reason: PersonWords }));
const result = z.object({
  tables: z.array(
    z.object({
      table: Table,
      added: z.int(),
      known: z.int().meta({ description: 'Rows that are there already, as the table has them' }),
      differing: z.int().meta({ description: 'Rows that are there already, but otherwise; they stay so' }),
    }),
  ),
  opened: z.object({
    accounts: z.int(),
    sum: Money.meta({ description: 'Sum of the opening balances of these accounts' }),
    past: z.object({ paid: Money, charged: Money }).nullable().meta({
      description:
        'What their lines of the former system count as: recalculations are among the charges; null without lines',
    }),
  }),
  doubtful: faults.meta({ description: 'Rows of which a part is not taken' }),
  differing: z
    .array(
      z.object({
        table: Table,
        line: z.int(),
        columns: z.array(
          z.object({
            column: z.string().meta({ description: 'Its name in the file' }),
            ours: PersonOther.nullable(),
            given: PersonOther.nullable().meta({ description: 'What the table says; both null for a secret' }),
          }),
        ),
      }),
    )
    .meta({ description: 'Rows that are there already, but otherwise: what differs. Nothing of them is changed' }),
  wrong: faults.meta({ description: 'Errors; if there are any, nothing is taken' }),
  on_hold: z.boolean().meta({ description: 'Whether nothing is charged or told by itself yet' }),
});

const body = z.strictObject({ tables: ImportBody });

/** Subscribers of another billing system. */
export const imports = {
  check: operatorCall({
    method: 'POST',
    path: '/staff/v1/import/check',
    largestBody: LARGEST_TABLE,
    summary: 'Whether tables of another billing system can be taken: takes them and undoes it',
    roles: ['engineer', 'admin'],
    command: {
      words: 'import check',
      arguments: { tables: 'папка' },
      help: 'проверить таблицы другой биллинговой системы, ничего не меняя',
    },
    body,
    result,
  }),
  load: operatorCall({
    method: 'POST',
    path: '/staff/v1/import/load',
    largestBody: LARGEST_TABLE,
    summary:
      'Takes towns, plans, contracts, balances and services of another billing system, all or nothing, each row once',
    roles: ['engineer', 'admin'],
    command: {
      words: 'import load',
      arguments: { tables: 'папка' },
      help: 'принять эти таблицы: все или ни одной; что уже принято, не меняется',
    },
    body,
    result,
  }),
};
