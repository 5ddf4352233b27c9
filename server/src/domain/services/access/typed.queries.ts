import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';

interface TypedPassword {
  readonly user_id: number;
  readonly password: Buffer;
}

/** Passwords that routers have typed and nobody has judged yet. */
export const typedPasswords = (tx: Tx): Promise<TypedPassword[]> =>
  tx.rows(sql`select user_id, password from radius.typed where password is not null order by user_id limit 1000`);

/** Deletes a judged one; how many there were in this hour stays known. */
export const forgetTyped = (tx: Tx, { user_id, password }: TypedPassword): Promise<number> =>
  tx.run(sql`update radius.typed set password = null where user_id = ${user_id} and password = ${password}`);
