import type { Instant } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';

export interface FormerSessionRow {
  /** As `formerSession` makes it. */
  readonly unique_id: string;
  readonly start: Instant;
  readonly stop: Instant;
  readonly received: number;
  readonly sent: number;
}

/** The key of a session of the former system among those of devices. */
export const formerSession = (login: string, key: string): string => `former:${login}:${key}`;

export const formerSessionsOf = (tx: Tx, ids: readonly string[]): Promise<FormerSessionRow[]> =>
  tx.rows(sql`
    select g.unique_id, started_at as start, coalesce(stopped_at, started_at) as stop, bytes_in as received, bytes_out as sent
    from unnest(${ids}::text[]) as g (unique_id) join internet_session s on s.unique_id = g.unique_id`);

export const internetOf = (tx: Tx, logins: readonly string[]): Promise<{ login: string; user_id: number }[]> =>
  tx.rows(sql`
    select login, user_id from service_user where login = any(${logins}::text[]) and service_kind = 'internet'`);

export type NewFormerSession = Omit<FormerSessionRow, 'start' | 'stop'> & {
  readonly user_id: number;
  readonly login: string;
  readonly start: Date;
  readonly stop: Date;
  readonly address: string | null;
  readonly mac: string | null;
  readonly cause: string | null;
};

/** Sessions that are over stand in the partition of the month in which they ended. */
export const insertFormerSessions = (tx: Tx, sessions: readonly NewFormerSession[]): Promise<number> =>
  tx.run(sql`
    insert into internet_session (user_id, login, unique_id, started_at, stopped_at, address, mac, bytes_in, bytes_out, end_cause, settled)
    select user_id, login, unique_id, start, stop, address, mac, received, sent, cause, (stop at time zone 'UTC')::date
    from jsonb_to_recordset(${JSON.stringify(sessions)}::jsonb) as g (user_id bigint, login text, unique_id text, start timestamptz,
      stop timestamptz, address inet, mac macaddr, received bigint, sent bigint, cause text)`);
