import { kindOf, OF_ONE_CONTRACT } from './placement.ts';
import type { WrittenTable } from './written-schema.ts';

/** Numbers come from a sequence of all servers, and the others are random: with the contract beside it such a key stays what it is. */
const OWN_ID = new Set(['bigint', 'integer', 'uuid']);

/** Unique keys that hold over all contracts, and neither contain what belongs to one nor are an id of the row itself. */
export const keysOverAll = (table: WrittenTable): string[] =>
  table.uniqueKeys
    .filter((key) => !key.some((column) => belongs(table.name, column) || isOwnId(table, column)))
    .map((key) => `${table.name} (${key.join(', ')})`);

/** The number of a phone is a name of its own table, and belongs to the contract everywhere else. */
const belongs = (table: string, column: string): boolean => column !== table && OF_ONE_CONTRACT.has(column);

const isOwnId = ({ columns, foreignKeys }: WrittenTable, column: string): boolean =>
  column.endsWith('_id') && OWN_ID.has(columns.get(column) ?? '') && !foreignKeys.some((key) => key.columns === column);

/** Citus keeps a foreign key between tables of one contract, and to tables that lie on every server. */
const KEPT = new Set(['divided divided', 'divided reference', 'reference reference', 'local local', 'local reference']);

export const lostForeignKeys = ({ name, foreignKeys }: WrittenTable): string[] =>
  foreignKeys
    .filter(({ to }) => !KEPT.has(`${kindOf(name)} ${kindOf(to)}`))
    .map(({ columns, to }) => `${columns} → ${to}`);
