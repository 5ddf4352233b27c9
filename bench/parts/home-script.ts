import { contract } from '@kabinet/contract';
import type { Database, Tx } from '../../server/src/db/database.ts';
import type { Sql } from '../../server/src/db/sql.ts';
import { identify, isConfirmed } from '../../server/src/domain/identity/session/session.queries.ts';
import { handlerOf } from '../../server/src/handlers/handler-of.ts';
import { runCall } from '../../server/src/kernel/call/run-call.ts';
import { HOME } from './home-parts.ts';
import { worldOver } from './portal.ts';
import { overheard } from './recorder.ts';

/** The lower limit of a view: a script with its statements for one client of pgbench, in one pipeline. */
export async function homeScript(db: Database, token: string): Promise<{ statements: number; script: string }> {
  const statements = await recorded(db, token);
  const script = [
    '\\startpipeline',
    ...statements.map((statement) => `${withValues(statement)};`),
    '\\endpipeline',
  ].join('\n');
  return { statements: statements.length, script };
}

/** All statements of one home batch, in order: those of its last transaction, since the first only looks up the token. */
async function recorded(db: Database, token: string): Promise<Sql[]> {
  let statements: Sql[] = [];
  const recording =
    <T>(work: (tx: Tx) => Promise<T>) =>
    (tx: Tx) => {
      statements = [];
      return work(overheard(tx, (statement) => void statements.push(statement)));
    };
  const world = await worldOver({
    ...db,
    read: (work) => db.read(recording(work)),
    readPipelined: (work) => db.readPipelined(recording(work)),
  });
  const request = {
    ip: '127.0.0.1',
    browser: '',
    origin: undefined,
    fetchSite: undefined,
    fetchDest: undefined,
    token,
    device: undefined,
    idempotencyKey: undefined,
    requestId: '',
    contract: undefined,
  };
  const reply = { header: () => undefined, cookie: () => undefined };
  await runCall({ world, handlerOf, identify, isConfirmed }, contract.byDefault.index, { body: HOME }, request, reply);
  return statements;
}

const withValues = ({ text, values }: Sql): string =>
  text
    .replace(/\$(\d+)/g, (_, number: string) => literal(values[Number(number) - 1] as Parameter))
    // pgbench treats a colon before a word as its own variable, even within quotes.
    .replace(/'(?:[^']|'')*'/g, (quoted) => (quoted.includes(':') ? `E${quoted.replaceAll(':', '\\x3a')}` : quoted));

type Parameter = string | number | boolean | Date | Buffer | null | undefined | readonly (string | number)[];

function literal(value: Parameter): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Buffer.isBuffer(value)) return `'\\x${value.toString('hex')}'`;
  if (value instanceof Date) return `'${value.toISOString()}'`;
  if (typeof value === 'object') return `'{${value.join(',')}}'`;
  return `'${value.replaceAll("'", "''")}'`;
}
