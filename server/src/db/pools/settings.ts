import { sql, type Sql } from '../sql.ts';

/** Milliseconds after which PostgreSQL cancels a statement: no caller waits longer. */
export const LONGEST_STATEMENT = 10_000;

const SETTINGS = {
  idle_in_transaction_session_timeout: '30000',
  timezone: 'UTC',
  // Compiling or replanning costs more than it saves on any statement here.
  jit: 'off',
  plan_cache_mode: 'force_generic_plan',
  // A call reads a few rows of one client, by index and mostly from memory, so pages cost little compared with rows.
  seq_page_cost: '0.1',
  random_page_cost: '0.1',
};
/** The default transaction of a read connection: one snapshot, read-only. */
export const READING = { default_transaction_isolation: 'repeatable read', default_transaction_read_only: 'on' };

/** The same for one transaction, whose isolation is set before. */
export const READING_ONCE = { transaction_read_only: 'on' };

export type SessionSettings = Readonly<Record<string, string>>;

export const settingsWith = (longestStatement: number, more: SessionSettings = {}): SessionSettings => ({
  statement_timeout: String(longestStatement),
  ...SETTINGS,
  ...more,
});

/** In the form of PostgreSQL's connection options, for programs that take these. */
const asOptions = (settings: SessionSettings): string =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value.replaceAll(' ', String.raw`\ `)}`)
    .join(' ');

export const CONNECTION_OPTIONS = asOptions(settingsWith(LONGEST_STATEMENT));
export const READING_OPTIONS = asOptions(settingsWith(LONGEST_STATEMENT, READING));

/** As a statement: a connection pooler refuses the options of a new connection, or drops them in silence. */
export const asStatement = (settings: SessionSettings): string =>
  Object.entries(settings)
    .map(([name, value]) => `set ${name} = '${value}'`)
    .join('; ');

/** As the first statement of each transaction, for that one only: behind a pooler by transactions no session keeps them. */
export const asOpening = (settings: SessionSettings): Sql =>
  sql`select count(set_config(key, value, true)) from jsonb_each_text(${JSON.stringify(settings)}::jsonb)`;
