import type { Database, Tx } from '#db/database.ts';
import type { Sql } from '#db/sql.ts';
import type { Outside } from '#integrations/port.ts';
import { Problem } from '#kernel/problem.ts';
import type { Dice } from '../seeds/random.ts';

/** The connection breaks, in pg's own words: whoever waits does not learn whether it was committed. */
class Crash extends Error {
  constructor(at: string) {
    super(`Connection terminated unexpectedly (${at})`);
  }
}

export interface Chances {
  /** Percent of transactions that break. */
  readonly crash: number;
  /** Percent of the outside's answers that are lost, before or after it has done what it was asked for. */
  readonly outside: number;
}

type Point = number | 'before commit' | 'after commit';
const MOST_STATEMENTS = 12;

/** What breaks, by the seed. */
export class Faults {
  readonly #dice: Dice;
  readonly #chances: Chances;
  #isOn = true;
  #meanwhile: (() => Promise<void>) | undefined;
  /** Resolves when the latest commit has been looked at. */
  #looked: Promise<void> = Promise.resolve();
  /** Since it was last asked. */
  crashes = 0;

  constructor(dice: Dice, chances: Chances) {
    this.#dice = dice;
    this.#chances = chances;
  }

  /** Nothing breaks meanwhile. */
  async without<T>(work: () => Promise<T>): Promise<T> {
    const was = this.#isOn;
    this.#isOn = false;
    try {
      return await work();
    } finally {
      this.#isOn = was;
    }
  }

  /** Something else happens at the same time: when the next transaction has done its work, and before it is committed. */
  beforeNextCommit(work?: () => Promise<void>): void {
    this.#meanwhile = work;
  }

  /** The product's way to its database; `committed` sees each commit, told or not. */
  database(db: Database, committed: () => Promise<void>): Database {
    return {
      ...db,
      read: (work) => {
        const point = this.#point();
        return db.read((tx) => work(this.#counting(tx, point)));
      },
      write: async (work) => {
        const point = this.#point();
        let done = (): void => undefined;
        try {
          const answer = await db.write(async (tx) => {
            const made = await work(this.#counting(tx, point));
            if (point === 'before commit') this.#crash(point);
            await this.#elsewhere();
            // One commit after another: each is compared with what the one before has left.
            done();
            done = await this.#turnToCommit();
            return made;
          });
          await committed();
          if (point === 'after commit') this.#crash(point);
          return answer;
        } finally {
          done();
        }
      },
    };
  }

  async #elsewhere(): Promise<void> {
    const work = this.#meanwhile;
    this.#meanwhile = undefined;
    await work?.();
  }

  async #turnToCommit(): Promise<() => void> {
    const before = this.#looked;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#looked = promise;
    await before;
    return resolve;
  }

  outside(outside: Outside): Outside {
    const { acquirer, network } = outside;
    return {
      ...outside,
      acquirer: {
        ...acquirer,
        createQr: (order) => this.#unsure(() => acquirer.createQr(order)),
        factsOf: (qrId) => this.#unsure(() => acquirer.factsOf(qrId)),
        cancelQr: (qrId) => this.#unsure(() => acquirer.cancelQr(qrId)),
        refund: (order) => this.#unsure(() => acquirer.refund(order)),
        refundState: (order) => this.#unsure(() => acquirer.refundState(order)),
      },
      network: { ...network, apply: (state, password) => this.#unsure(() => network.apply(state, password)) },
    };
  }

  async #unsure<T>(work: () => Promise<T>): Promise<T> {
    const isLost = this.#isOn && this.#dice.chance(this.#chances.outside);
    if (isLost && this.#dice.chance(50)) throw new Problem('outside_unavailable');
    const answer = await work();
    if (isLost) throw new Problem('outside_unavailable');
    return answer;
  }

  #point(): Point | undefined {
    if (!this.#isOn || !this.#dice.chance(this.#chances.crash)) return undefined;
    const where = this.#dice.between(1, 4);
    if (where === 1) return 'before commit';
    return where === 2 ? 'after commit' : this.#dice.between(1, MOST_STATEMENTS);
  }

  #crash(at: string): never {
    this.crashes += 1;
    throw new Crash(at);
  }

  #counting(tx: Tx, point: Point | undefined): Tx {
    if (typeof point !== 'number') return tx;
    let left = point;
    const counted = (statement: Sql): Sql => {
      left -= 1;
      if (left === 0) this.#crash(`at statement ${point}`);
      return statement;
    };
    // Rejected, not thrown: a statement that fails does so when it is awaited.
    return {
      rows: async (statement) => tx.rows(counted(statement)),
      one: async (statement) => tx.one(counted(statement)),
      maybe: async (statement) => tx.maybe(counted(statement)),
      run: async (statement) => tx.run(counted(statement)),
    };
  }
}
