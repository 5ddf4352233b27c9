// The tables, unique keys and foreign keys of docs/schema.sql.

export interface WrittenTable {
  readonly name: string;
  /** With their types. */
  readonly columns: ReadonlyMap<string, string>;
  readonly uniqueKeys: readonly (readonly string[])[];
  readonly foreignKeys: readonly ForeignKey[];
}

interface ForeignKey {
  readonly columns: string;
  readonly to: string;
}

const TABLE = /^create (?:unlogged )?table (\S+) \(\n([\s\S]*?)^\)/gm;
const COLUMN = /^ {2}(?!constraint)"?(\w+)"? (\w+)/gm;
const UNIQUE_KEY = /^ {2}constraint \S+ (?:primary key|unique)(?: nulls not distinct)? \((.*)\),?$/gm;
const FOREIGN_KEY = /foreign key \(([^)]*)\) references ([\w.]+)\(/g;
const UNIQUE_INDEX = /^create unique index \S+ on (\S+) \((.*?)\)(?: where .*)?;$/gm;

export function writtenTables(schema: string): WrittenTable[] {
  const indexes = Array.from(schema.matchAll(UNIQUE_INDEX), ([, table, columns = '']) => ({
    table,
    key: columns.split(', '),
  }));
  return Array.from(schema.matchAll(TABLE), ([, name = '', body = '']) => ({
    name,
    columns: new Map(Array.from(body.matchAll(COLUMN), ([, column = '', type = '']) => [column, type])),
    uniqueKeys: [
      ...Array.from(body.matchAll(UNIQUE_KEY), ([, columns = '']) => columns.split(', ')),
      ...indexes.filter(({ table }) => table === name).map(({ key }) => key),
    ],
    foreignKeys: Array.from(body.matchAll(FOREIGN_KEY), ([, columns = '', to = '']) => ({ columns, to })),
  }));
}
