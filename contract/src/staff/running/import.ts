import { z } from 'zod';
import { LARGEST_TABLE, operatorCall } from '../../kernel/call/staff-call.ts';
import { Money } from '../../kernel/call/wire.ts';
import { ImportBody } from './import-body.ts';
import { importTables } from './import-tables.ts';
import { PersonOther, PersonWords } from '../personal.ts';

const Table = z.enum(importTables);
const Fault = { table: Table, line: z.int(), reason: PersonWords };
const faults = z.array(z.object(Fault));
const result = z.object({
  tables: z.array(
    z.object({
      table: Table,
      added: z.int(),
      known: z.int().meta({ description: 'Rows that are there already, as the table has them' }),
      changed: z.int().meta({ description: 'Rows that are there already, of which something is changed' }),
      differing: z.int().meta({ description: 'Rows that are there already, of which something differs and stays' }),
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
            kept: z.string().nullable().meta({ description: 'Why ours stays; null if the column is changed' }),
          }),
        ),
      }),
    )
    .meta({ description: 'Rows that are there already, but otherwise: what differs' }),
  gone: z
    .array(
      z.object({
        table: Table,
        count: z.int(),
        first: z.array(PersonOther).meta({ description: 'What names the first of them in their table' }),
      }),
    )
    .meta({ description: 'Rows that a table has brought and says no more. Nothing is deleted by itself' }),
  wrong: z
    .array(
      z.object({
        ...Fault,
        dependants: z.int().meta({ description: 'How many more rows are refused because of the same' }),
      }),
    )
    .meta({ description: 'Errors; if there are any, nothing is taken' }),
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
  diff: operatorCall({
    method: 'POST',
    path: '/staff/v1/import/diff',
    largestBody: LARGEST_TABLE,
    summary: 'What a load of whole tables would change, and which rows they no longer have: takes them and undoes it',
    roles: ['engineer', 'admin'],
    command: {
      words: 'import diff',
      arguments: { tables: 'папка' },
      help: 'чем полные таблицы отличаются от принятого: что изменит load и каких строк в них больше нет',
    },
    body,
    result,
  }),
  load: operatorCall({
    method: 'POST',
    path: '/staff/v1/import/load',
    largestBody: LARGEST_TABLE,
    summary:
      'Takes towns, plans, contracts, balances and services of another billing system, all or nothing; changes what they say anew',
    roles: ['engineer', 'admin'],
    command: {
      words: 'import load',
      arguments: { tables: 'папка' },
      help: 'принять эти таблицы: все или ни одной; в принятых раньше строках изменить то, что изменилось в таблице',
    },
    body,
    result,
  }),
};
