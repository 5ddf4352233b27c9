import { isDeepStrictEqual } from 'node:util';
import type { Sql } from './sql.ts';
import type { Tx } from './transaction.ts';

interface Asked {
  readonly values: readonly unknown[];
  readonly answer: Promise<unknown>;
}

/**
 * The same transaction, in which equal reads are sent once and share their rows: functions that are put together in one call need not
 * know what each other reads. Only for a call that changes nothing.
 */
export function sharedReads(tx: Tx): Tx {
  const known = new Map<string, Asked[]>();
  const shared = <T>(way: keyof Tx, statement: Sql, ask: () => Promise<T>): Promise<T> => {
    const key = `${way} ${statement.name}`;
    const { values } = statement;
    const alike = known.get(key) ?? [];
    const same = alike.find((one) => isDeepStrictEqual(one.values, values));
    if (same) return same.answer as Promise<T>;
    const answer = ask();
    known.set(key, [...alike, { values, answer }]);
    return answer;
  };
  return {
    rows: <Row>(statement: Sql) => shared('rows', statement, () => tx.rows<Row>(statement)),
    one: <Row>(statement: Sql) => shared('one', statement, () => tx.one<Row>(statement)),
    maybe: <Row>(statement: Sql) => shared('maybe', statement, () => tx.maybe<Row>(statement)),
    run: (statement) => tx.run(statement),
  };
}
