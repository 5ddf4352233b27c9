import type pg from 'pg';

export interface StatementColumn {
  readonly name: string;
  /** As `pg_type` names it: `int8`, `_text` for a list of texts. */
  readonly type: string;
  /** A column of a table that allows it, or one of the side of an outer join that may be absent. What is computed is not told. */
  readonly isNullable: boolean;
}

interface Field {
  readonly name: string;
  readonly dataTypeID: number;
  readonly tableID: number;
  readonly columnID: number;
}

interface Description {
  readonly fields: readonly Field[];
  /** Numbers of the types of `$1`, `$2` … */
  readonly parameters: readonly number[];
}

/** How a migrated database understands a statement; nothing is carried out. */
export type Describe = (text: string) => Promise<readonly StatementColumn[]>;

export async function openDescriber(client: pg.Client): Promise<Describe> {
  const types = await namesOf(client, 'select oid as key, typname as name from pg_type');
  const nullable = await namesOf(
    client,
    `select attrelid || '.' || attnum as key, attname as name from pg_attribute join pg_class c on c.oid = attrelid
      where relkind in ('r', 'p') and attnum > 0 and not attnotnull`,
  );
  const namesTypes = ({ parameters }: Description) => parameters.map((id) => types.get(String(id)) ?? 'unknown');
  return async (text) => {
    const described = await describe(client, text);
    const absent = await absentInOuterJoins(client, text, namesTypes(described));
    return described.fields.map(({ name, dataTypeID, tableID, columnID }, index) => ({
      name,
      type: types.get(String(dataTypeID)) ?? 'unknown',
      isNullable: nullable.has(`${tableID}.${columnID}`) || absent.has(index),
    }));
  };
}

async function namesOf(client: pg.Client, statement: string): Promise<ReadonlyMap<string, string>> {
  const { rows } = await client.query<{ key: string | number; name: string }>(statement);
  return new Map(rows.map(({ key, name }) => [String(key), name]));
}

type Hear = (message: { readonly dataTypeIDs: readonly number[] }) => void;

/** What node-postgres gives a query to speak to the server with. */
interface Wire {
  parse(statement: { text: string; name: string; types: readonly number[] }): void;
  describe(what: { type: 'S'; name: string }): void;
  sync(): void;
  on(event: 'parameterDescription', hear: Hear): void;
  off(event: 'parameterDescription', hear: Hear): void;
}

const describe = (client: pg.Client, text: string): Promise<Description> =>
  new Promise((resolve, reject) => {
    let fields: readonly Field[] = [];
    let parameters: readonly number[] = [];
    const hear: Hear = ({ dataTypeIDs }) => (parameters = dataTypeIDs);
    const query = {
      submit: (wire: Wire) => {
        wire.on('parameterDescription', hear);
        wire.parse({ text, name: '', types: [] });
        wire.describe({ type: 'S', name: '' });
        wire.sync();
      },
      handleRowDescription: (message: { readonly fields: readonly Field[] }) => {
        ({ fields } = message);
      },
      // The client tells a query that has failed nothing more.
      handleError: (error: Error, wire: Wire) => {
        wire.off('parameterDescription', hear);
        reject(error);
      },
      handleReadyForQuery: (wire: Wire) => {
        wire.off('parameterDescription', hear);
        resolve({ fields, parameters });
      },
    };
    client.query(query as unknown as pg.Submittable);
  });

/**
 * Columns, by their places, that an outer join may leave empty. PostgreSQL notes it of each column of a view, from version 16 on;
 * a statement that changes something is no view.
 */
async function absentInOuterJoins(
  client: pg.Client,
  text: string,
  parameters: readonly string[],
): Promise<ReadonlySet<number>> {
  if (!/\b(left|right|full) join\b/.test(text) || /\b(insert into|delete from|update) /.test(text)) return new Set();
  const asked = text.replace(/\$(\d+)/g, (_, number: string) => `null::${parameters[Number(number) - 1] ?? 'text'}`);
  await client.query(`create temp view described as ${asked}`);
  const { rows } = await client.query<{ tree: string }>(
    `select ev_action::text as tree from pg_rewrite where ev_class = 'pg_temp.described'::regclass`,
  );
  await client.query('drop view described');
  const targets = targetsOf(rows[0]?.tree ?? '');
  return new Set(targets.flatMap((target, index) => (ABSENT.test(target) ? [index] : [])));
}

const ABSENT = /^\{TARGETENTRY :expr \{VAR [^{}]*:varnullingrels \(b \d/;

/** The columns of a view in PostgreSQL's notation of a query, which nests by braces. */
function targetsOf(tree: string): string[] {
  const targets: string[] = [];
  let depth = 0;
  let isListed = false;
  let from = 0;
  // A backslash keeps what follows from being a brace.
  for (const { 0: token, index } of tree.matchAll(/\\.|[{}]|:\w+/gs)) {
    if (token === '{') {
      depth += 1;
      if (depth === 2) from = index;
    } else if (token === '}') {
      depth -= 1;
      if (depth === 1 && isListed) targets.push(tree.slice(from, index + 1));
    } else if (depth === 1) isListed = token === ':targetList';
  }
  return targets;
}
