import type { Database, Tx } from '#server/db/database.ts';
import type { Outside } from '#server/integrations/port.ts';

/** Waits for as long as it likes. */
export type Delay = () => Promise<void>;

/** A database that takes its time before each transaction, each statement and each answer, like a busy machine. */
export function slowDatabase(db: Database, delay: Delay): Database {
  const later = async <T>(work: () => Promise<T>): Promise<T> => {
    await delay();
    const answer = await work();
    await delay();
    return answer;
  };
  return {
    ...db,
    read: (work) => later(() => db.read((tx) => work(slowTx(tx, delay)))),
    write: (work) => later(() => db.write((tx) => work(slowTx(tx, delay)))),
    // Its statements are one batch, which a wait would break.
    readPipelined: (work) => later(() => db.readPipelined(work)),
  };
}

/** Statements of a transaction share a connection, so they stay in their order. */
function slowTx(tx: Tx, delay: Delay): Tx {
  let last: Promise<void> = Promise.resolve();
  const inTurn = async <T>(send: () => Promise<T>): Promise<T> => {
    last = last.then(delay);
    await last;
    return send();
  };
  return {
    rows: (statement) => inTurn(() => tx.rows(statement)),
    one: (statement) => inTurn(() => tx.one(statement)),
    maybe: (statement) => inTurn(() => tx.maybe(statement)),
    run: (statement) => inTurn(() => tx.run(statement)),
  };
}

/** The bank, the network, the mail and TV, each of whose answers takes its time. */
export function slowOutside(outside: Outside, delay: Delay): Outside {
  const { acquirer, network, mail, tv } = outside;
  return {
    ...outside,
    acquirer: slowed(acquirer, delay),
    network: slowed(network, delay),
    mail: slowed(mail, delay),
    ...(tv && { tv: slowed(tv, delay) }),
  };
}

/** The same object, whose methods that return promises wait before they begin. */
function slowed<T extends object>(port: T, delay: Delay): T {
  const isLater = (value: unknown): value is (...given: unknown[]) => unknown => typeof value === 'function';
  return new Proxy(port, {
    get(target, name, receiver) {
      const value: unknown = Reflect.get(target, name, receiver);
      if (!isLater(value)) return value;
      return (...given: unknown[]) => {
        const answer = value.apply(target, given);
        return answer instanceof Promise ? delay().then(() => answer) : answer;
      };
    },
  });
}
