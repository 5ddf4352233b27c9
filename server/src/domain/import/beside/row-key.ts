import type { ToldTable } from '@kabinet/contract/staff';
import { contractId, phone, WrongCell } from '../cells.ts';
import type { Cells } from '../changed/merged-rows.ts';

/** The columns that name a row of a table. */
const NAMED_BY: Readonly<Record<ToldTable, readonly string[]>> = {
  streets: ['town', 'street'],
  houses: ['town', 'street', 'house'],
  plans: ['service', 'plan'],
  options: ['service', 'plan', 'option'],
  contracts: ['contract'],
  accounts: ['account'],
  services: ['login'],
  serviceOptions: ['login', 'option'],
  numbers: ['number'],
  documents: ['contract', 'document'],
  calls: ['number', 'call'],
  sessions: ['login', 'session'],
  ownPrices: ['contract', 'service', 'option', 'from', 'last_day'],
};

/** An index holds it. */
const LONGEST_KEY = 300;

/** Names a row also if its cells are wrong, so that the right one is known as the same. */
export function rowKey(table: ToldTable, cells: Cells): string {
  const parts = NAMED_BY[table].map((column) => inOneForm(column, cells[column] ?? ''));
  return parts
    .filter((part) => part !== '')
    .join(' · ')
    .slice(0, LONGEST_KEY);
}

function inOneForm(column: string, cell: string): string {
  const text = cell.trim();
  const read = column === 'contract' ? contractId(text) : column === 'number' ? phone(text) : text;
  return read instanceof WrongCell ? text : String(read);
}

export interface NamedRow {
  readonly table: ToldTable;
  /** Its place in its table, from 1. */
  readonly line: number;
  readonly key: string;
  readonly cells: Cells;
}
