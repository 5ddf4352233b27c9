import { Socket } from 'node:net';
import pg from 'pg';
import { inTime, PATIENCE, type BillingDialect, type BillingLine } from './line.ts';
import { BillingRefusal } from './port.ts';

/** A billing on PostgreSQL. */
export const postgresBilling = (url: string, { connectMs, statementMs } = PATIENCE): BillingDialect => ({
  asText: (column) => `${column}::text`,
  number: '?::bigint',
  beginSnapshot: 'begin isolation level repeatable read read only',
  book: 'select state, reason from kabinet_book(?::bigint, ?::text, ?::jsonb)',
  mayBook: `
    select case when has_function_privilege(p.oid, 'execute') then '1' else '0' end as may
    from pg_proc p where p.oid = to_regprocedure('kabinet_book(bigint, text, jsonb)')`,
  columns: `
    select attname::text as name from pg_attribute
    where attrelid = to_regclass(?) and attnum > 0 and not attisdropped and has_column_privilege(attrelid, attnum, 'select')`,
  connect: async () => {
    const socket = new Socket();
    const client = new pg.Client({
      connectionString: url,
      stream: () => socket,
      connectionTimeoutMillis: connectMs,
      statement_timeout: statementMs,
      // The server may be too frozen to end a statement itself.
      query_timeout: statementMs + 1000,
      application_name: 'kabinet',
    });
    // A broken connection is an error of the statement that waits; nobody else listens.
    client.on('error', () => undefined);
    await client.connect().catch((error: unknown) => {
      socket.destroy();
      throw error;
    });
    return lineOf(client, socket);
  },
});

const lineOf = (client: pg.Client, socket: Socket): BillingLine => ({
  rows: async (text, values = []) => {
    let place = 0;
    const numbered = text.replaceAll('?', () => `$${(place += 1)}`);
    try {
      const { rows } = await client.query<Record<string, string | null>>(numbered, [...values]);
      return rows;
    } catch (error) {
      throw refusalIn(error) ?? error;
    }
  },
  close: async () => {
    await inTime(client.end());
    socket.destroy();
  },
});

function refusalIn(error: unknown): BillingRefusal | undefined {
  if (!(error instanceof pg.DatabaseError) || error.severity === 'FATAL') return undefined;
  return new BillingRefusal(error.message, { cause: error });
}
