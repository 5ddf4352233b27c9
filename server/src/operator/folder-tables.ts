import { importTables, type ImportRow, type ImportTable } from '@kabinet/contract/staff';
import type { RequestFacts, RawInput } from '#server/kernel/world.ts';
import type { TableFile } from './table-file.ts';

type Files = Readonly<Partial<Record<ImportTable, TableFile<ImportRow<ImportTable>>>>>;

/** Tables of an import as they lie in a folder: the field `tables` of the call, read row by row, or whole if it goes over HTTP. */
export class FolderTables {
  readonly files: Files;
  constructor(files: Files) {
    this.files = files;
  }

  get inWindows1251(): ImportTable[] {
    return importTables.filter((table) => this.files[table]?.isWindows1251 === true);
  }
}

const tablesIn = ({ body }: RawInput): FolderTables | undefined => {
  const { tables } = (body ?? {}) as { readonly tables?: unknown };
  return tables instanceof FolderTables ? tables : undefined;
};

const withTables = (raw: RawInput, tables: object): RawInput => ({ ...raw, body: { ...(raw.body as object), tables } });

/** A call of this process without its tables, and the tables beside it. */
export function apart(raw: RawInput): { readonly input: RawInput; readonly tables: Pick<RequestFacts, 'tables'> } {
  const tables = tablesIn(raw);
  return tables ? { input: withTables(raw, {}), tables: { tables: tables.files } } : { input: raw, tables: {} };
}

/** A call with all rows of its tables in its body. */
export async function withRows(raw: RawInput): Promise<RawInput> {
  const tables = tablesIn(raw);
  if (!tables) return raw;
  const rows: Partial<Record<ImportTable, unknown>> = {};
  for (const table of importTables) {
    const file = tables.files[table];
    if (file) rows[table] = await rowsOf(file);
  }
  return withTables(raw, rows);
}

async function rowsOf<Row>(file: AsyncIterable<Row>): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const row of file) rows.push(row);
  return rows;
}
