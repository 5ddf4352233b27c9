import type { Tx } from '#server/db/database.ts';
import type { Sql } from '#server/db/sql.ts';

/** The statements that a query sends; none of them is executed. */
export async function statementsOf(ask: (tx: Tx) => Promise<unknown>): Promise<Sql[]> {
  const sent: Sql[] = [];
  const take = <T>(statement: Sql, nothing: T): Promise<T> => {
    sent.push(statement);
    return Promise.resolve(nothing);
  };
  await ask({
    rows: (statement) => take(statement, []),
    one: (statement) => take(statement, undefined as never),
    maybe: (statement) => take(statement, undefined),
    run: (statement) => take(statement, 0),
  });
  return sent;
}
