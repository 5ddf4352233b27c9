import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';

export interface ImportedLine {
  readonly user_id: number;
  readonly ip: string | null;
  readonly circuit: string | null;
  readonly sessions: number;
}

/** All lines: the table may name an address that another service has. */
export const allLines = (tx: Tx): Promise<ImportedLine[]> =>
  tx.rows(sql`select user_id, host(address) as ip, circuit, sessions from service_line`);

export const insertLines = (tx: Tx, lines: readonly ImportedLine[]): Promise<number> =>
  tx.run(sql`
    insert into service_line (user_id, address, circuit, sessions)
    select user_id, ip, circuit, sessions
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as g (user_id bigint, ip inet, circuit text, sessions integer)`);

interface UserOfLogin {
  readonly login: string;
  readonly user_id: number;
}

/** Services of the internet by their logins. */
export const internetUsersOf = (tx: Tx, logins: readonly string[]): Promise<UserOfLogin[]> =>
  tx.rows(sql`
    select login, user_id from service_user where service_kind = 'internet' and login = any(${logins}::text[])`);
