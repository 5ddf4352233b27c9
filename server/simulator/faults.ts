import type { Database, Tx } from '#server/db/database.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Outside } from '#server/integrations/port.ts';
import type { TvPlatform } from '#server/integrations/tv/port.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { diceOf, type Dice } from '../seeds/random.ts';

/** The connection breaks, with pg's own message: the caller does not learn whether the transaction was committed. */
class Crash extends Error {
  constructor(at: string) {
    super(`Connection terminated unexpectedly (${at})`);
  }
}

export interface Chances {
  /** Percent of transactions that break. */
  readonly crash: number;
  /** Percent of replies of outside systems that are lost, before or after the request was carried out. */
  readonly outside: number;
}

type Point = number | 'before commit' | 'after commit';
const MOST_STATEMENTS = 12;

/** Injects faults, chosen by the seed. */
export class FaultInjector {
  /** Of each kind its own: how often the portal reads depends on the machine, too, as when a cache has expired. */
  readonly #dice: { readonly reads: Dice; readonly writes: Dice; readonly outside: Dice };
  readonly #chances: Chances;
  #isOn = true;
  readonly #late: (() => Promise<unknown>)[] = [];
  #hang: () => void = () => undefined;
  #meanwhile: (() => Promise<void>) | undefined;
  /** Resolves when the latest commit has been checked. */
  #looked: Promise<void> = Promise.resolve();
  /** Crashes since the counter was last read. */
  crashes = 0;
  /** Requests to outside systems that were lost, doubled or late. */
  astray = 0;
  /** Every fault so far, in words. */
  readonly made: string[] = [];

  constructor(seed: number, chances: Chances) {
    this.#dice = { reads: diceOf(seed ^ 0x4ead), writes: diceOf(seed ^ 0xfa017), outside: diceOf(seed ^ 0x0075) };
    this.#chances = chances;
  }

  /** Sets what happens while an outside system does not answer, such as a step of the clock. */
  whileItHangs(hang: () => void): void {
    this.#hang = hang;
  }

  /** Runs work without faults. */
  async without<T>(work: () => Promise<T>): Promise<T> {
    const was = this.#isOn;
    this.#isOn = false;
    try {
      return await work();
    } finally {
      this.#isOn = was;
    }
  }

  /** Runs something else at the same moment: after the work of the next transaction, before its commit. */
  beforeNextCommit(work?: () => Promise<void>): void {
    this.#meanwhile = work;
  }

  /**
   * The product's connection to its database; `committed` checks each commit, even if the caller never learns of it.
   */
  database(db: Database, committed: () => Promise<void>): Database {
    return {
      ...db,
      read: (work) => {
        const point = this.#point(this.#dice.reads);
        return db.read((tx) => work(this.#counting(tx, point)));
      },
      write: async (work) => {
        const point = this.#point(this.#dice.writes);
        let done = (): void => undefined;
        try {
          const answer = await db.write(async (tx) => {
            const made = await work(this.#counting(tx, point));
            if (point === 'before commit') this.#crash(point);
            await this.#elsewhere();
            // Commits run one after another, because each is compared with the state after the previous one.
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
    const { acquirer, network, mail, tv } = outside;
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
      network: {
        ...network,
        apply: (state, password) => this.#astray(() => network.apply(state, password), { mayBeLate: true }),
        disconnect: (userId, kind, address) => this.#astray(() => network.disconnect(userId, kind, address)),
      },
      mail: {
        ...mail,
        send: (letter) => this.#astray(() => mail.send(letter), { mayBeLate: letter.key !== undefined }),
      },
      ...(tv && { tv: this.#tv(tv) }),
    };
  }

  #tv(tv: TvPlatform): TvPlatform {
    const { codes } = tv;
    return {
      ...tv,
      devices: (userId) => this.#astray(() => tv.devices(userId)),
      dropDevice: (userId, deviceId) => this.#astray(() => tv.dropDevice(userId, deviceId)),
      command: (command) => this.#astray(() => tv.command(command), { mayBeLate: true }),
      ...(codes && {
        codes: {
          ...codes,
          open: (code) => this.#astray(() => codes.open(code)),
          close: (userId) => this.#astray(() => codes.close(userId)),
        },
      }),
    };
  }

  /**
   * A request that is lost (as in `#unsure`), doubled, delayed, or delivered after the portal has given it up. Only for requests
   * that the outside system recognises by a version or an id.
   */
  async #astray<T>(work: () => Promise<T>, { mayBeLate = false } = {}): Promise<T> {
    if (!this.#isOn || !this.#dice.outside.chance(this.#chances.outside)) return work();
    return this.#lost(work, mayBeLate);
  }

  async #lost<T>(work: () => Promise<T>, mayBeLate: boolean): Promise<T> {
    this.astray += 1;
    const fate = this.#dice.outside.pick(['lost', 'unanswered', 'twice', 'hangs', 'late'] as const);
    this.made.push(`outside: ${fate}`);
    switch (fate) {
      case 'unanswered':
        await work();
        break;
      case 'twice':
        await work();
        return work();
      case 'hangs':
        this.#hang();
        break;
      case 'late':
        if (mayBeLate) this.#late.push(work);
        break;
      default:
    }
    throw new Problem('outside_unavailable');
  }

  /** Requests that reach their outside system after all, in any order. */
  async arriveLate(): Promise<void> {
    const late = this.#late.splice(0).reverse();
    for (const work of late) await work();
  }

  async #unsure<T>(work: () => Promise<T>): Promise<T> {
    const isLost = this.#isOn && this.#dice.outside.chance(this.#chances.outside);
    const isUnsent = isLost && this.#dice.outside.chance(50);
    if (isLost) this.made.push(`outside: ${isUnsent ? 'lost' : 'unanswered'}`);
    if (isUnsent) throw new Problem('outside_unavailable');
    const answer = await work();
    if (isLost) throw new Problem('outside_unavailable');
    return answer;
  }

  #point(dice: Dice): Point | undefined {
    if (!this.#isOn || !dice.chance(this.#chances.crash)) return undefined;
    const where = dice.between(1, 4);
    if (where === 1) return 'before commit';
    return where === 2 ? 'after commit' : dice.between(1, MOST_STATEMENTS);
  }

  #crash(at: string): never {
    this.crashes += 1;
    this.made.push(at);
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
    // Rejected, not thrown: a statement fails when it is awaited.
    return {
      rows: async (statement) => tx.rows(counted(statement)),
      one: async (statement) => tx.one(counted(statement)),
      maybe: async (statement) => tx.maybe(counted(statement)),
      run: async (statement) => tx.run(counted(statement)),
    };
  }
}
