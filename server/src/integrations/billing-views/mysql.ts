import type { Connection, QueryError, QueryResult } from 'mysql2/promise';
import { inTime, PATIENCE, type BillingDialect, type BillingLine } from './line.ts';
import { BillingRefusal } from './port.ts';

type Rows = Awaited<ReturnType<BillingLine['rows']>>;

/** A billing on MariaDB or MySQL. */
export const mysqlBilling = (url: string, patience = PATIENCE): BillingDialect => ({
  asText: (column) => `cast(${column} as char)`,
  number: '?',
  beginSnapshot: 'start transaction with consistent snapshot, read only',
  book: 'call kabinet_book(?, ?, ?)',
  // Only what the role has a right to is listed there.
  mayBook: `
    select '1' as may from information_schema.routines
    where routine_schema = database() and routine_name = 'kabinet_book' and routine_type = 'PROCEDURE'`,
  columns:
    'select column_name as name from information_schema.columns where table_schema = database() and table_name = ?',
  connect: async () => {
    const connection = await connected(url, patience);
    const line = lineOf(connection, patience);
    try {
      await prepare(line, patience);
    } catch (error) {
      await line.close();
      throw error;
    }
    return line;
  },
});

async function connected(url: string, { connectMs }: typeof PATIENCE): Promise<Connection> {
  // Most portals have no such billing, and need not load it.
  const { createConnection } = await import('mysql2');
  const connection = createConnection({ uri: url, connectTimeout: connectMs, disableEval: true });
  // A broken connection is an error of whoever waits; one that nobody hears would end the process.
  connection.on('error', () => undefined);
  await new Promise<void>((resolve, reject) => {
    connection.connect((error) => {
      if (error) reject(error);
      else resolve();
    });
  }).catch((error: unknown) => {
    connection.destroy();
    throw error;
  });
  return connection.promise();
}

// A page is read in the order of its index: with a buffer of a join the server would sort the whole rest of the view for each page.
const MARIADB = ['join_cache_level = 0'];
const MYSQL = [`optimizer_switch = 'block_nested_loop=off'`];

async function prepare(line: BillingLine, { statementMs }: typeof PATIENCE): Promise<void> {
  // How a text of ours is written must not depend on the settings there.
  await line.rows(`set session sql_mode = 'STRICT_TRANS_TABLES,NO_ENGINE_SUBSTITUTION'`);
  await line.rows('set session transaction isolation level repeatable read');
  const seconds = Math.ceil(statementMs / 1000);
  await line.rows(`set session innodb_lock_wait_timeout = ${Math.max(seconds - 2, 1)}`);
  const [server] = await line.rows('select version() as version');
  const isMaria = server?.['version']?.includes('MariaDB') === true;
  for (const setting of isMaria ? MARIADB : MYSQL) await line.rows(`set session ${setting}`);
  await line.rows(`set session ${isMaria ? `max_statement_time = ${seconds}` : `max_execution_time = ${statementMs}`}`);
}

const lineOf = (connection: Connection, { statementMs }: typeof PATIENCE): BillingLine => ({
  rows: async (text, values = []) => {
    try {
      const [result] = await connection.query<never>({ sql: text, values: [...values], timeout: statementMs + 1000 });
      return rowsIn(result);
    } catch (error) {
      throw refusalIn(error as QueryError) ?? error;
    }
  },
  close: async () => {
    await inTime(connection.end());
    connection.destroy();
  },
});

/** A procedure answers with several results, of which the first is its rows. */
function rowsIn(result: QueryResult): Rows {
  if (!Array.isArray(result)) return [];
  const [first] = result as unknown[];
  return (Array.isArray(first) ? first : result) as Rows;
}

function refusalIn(error: QueryError): BillingRefusal | undefined {
  const isAnswer = error.sqlState !== undefined && !error.fatal;
  return isAnswer ? new BillingRefusal(error.message, { cause: error }) : undefined;
}
