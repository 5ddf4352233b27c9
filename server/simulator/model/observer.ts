import { addDays, type Day } from '@kabinet/contract/kernel/day';
import type pg from 'pg';
import { readBooks, readCatalogue, readMemory, readOn, type Books, type ReadMark, type WrittenLine } from './books.ts';
import type { DecisionTerms, ShownState, DecisionVerdict } from './case.ts';
import { modelHolderOf, judgeDecision, ownFees, type ModelDecision } from './decision.ts';
import { eraseBoxes } from './mail-decision.ts';
import type { ExpectedLine } from './fees.ts';
import { CHARGED, differingLines, differingStates, isOfCharging, PROMISE_FEE } from './lines.ts';
import { settleModelPrices } from './price.ts';
import { Reckoning } from './reckoning.ts';
import { UNNAMED, type ModelAccount, type ModelLine, type Snapshot } from './snapshot.ts';
import { nameService } from './starter-decision.ts';

/** The database differs from the model. */
class Disagreement extends Error {}

/** Facts that the model cannot read from the tables. */
export interface Surroundings {
  readonly now: () => Date;
  readonly today: () => Day;
  readonly terms: Pick<DecisionTerms, 'daysBetween' | 'suspension' | 'keptDays'>;
}

type Around = Surroundings & Pick<DecisionTerms, 'catalogue'>;

/** The required result of a decision, and the account after it. */
export interface ForetoldDecision extends DecisionVerdict {
  /** The state and day shown to the client. */
  readonly shown: ShownState;
  readonly balance: number;
  readonly next: { readonly day: Day; readonly amount: number } | null;
}

/**
 * Reads the database after every commit and compares it with the model's prediction from the state before. Any
 * difference in a line, a balance, or the state of a service is a `Disagreement`.
 */
export class Observer {
  readonly #pool: pg.Pool;
  readonly #around: Around;
  #model: Reckoning;
  #read: ReadMark;
  #isByHand = false;
  /** Decisions in progress, by the key of the request. */
  readonly #decisions = new Map<string, ModelDecision>();
  /** The first difference. */
  failure: Error | undefined;
  /** Accounts whose money has moved otherwise than by charging, since the last query. */
  #touched = new Set<number>();

  private constructor(pool: pg.Pool, around: Around, model: Reckoning, read: ReadMark) {
    this.#pool = pool;
    this.#around = around;
    this.#model = model;
    this.#read = read;
  }

  /** Starts from the current database; earlier charges are accepted without a check. */
  static async begin(pool: pg.Pool, around: Surroundings): Promise<Observer> {
    const memory = await readMemory(pool);
    const { rows: last } = await pool.query<{ last: number }>(
      'select coalesce(max(transaction_id), 0) as last from ledger_transaction',
    );
    const read = { upTo: last[0]?.last ?? 0, above: [] };
    const { snapshot } = await readBooks(pool, read, []);
    const catalogue = await readCatalogue(pool);
    return new Observer(pool, { ...around, catalogue }, new Reckoning(snapshot, memory), read);
  }

  /** The service, and the contract's version, as of the last commit. */
  line(userId: number): ModelLine {
    return this.#model.service(userId).line;
  }
  contractVersion(contractId: number): number {
    return this.#model.payer({ userId: null, contractId }).version;
  }
  /** The whole state as of the last commit. */
  get snapshot(): Snapshot {
    return this.#model.snapshot;
  }

  /** Services that differ from what their access schedule says. */
  get againstHours(): number[] {
    const now = this.#around.now();
    return this.#model.snapshot.lines.flatMap((line) => {
      const { situation, userId } = line;
      this.#model.turnByHours(line, now);
      const is = line.situation;
      line.situation = situation;
      return is === situation || userId === null ? [] : [userId];
    });
  }

  /** The required result of a decision at this moment, or of its preview. */
  foretell(decision: ModelDecision, { isPreview = false } = {}): ForetoldDecision {
    const { account, version } = modelHolderOf(this.#model, decision);
    const copy = this.#model.copy(account.contractId);
    const verdict = judgeDecision(copy, decision, this.#setting, isPreview);
    const own = copy.account(account.id);
    const { balance } = own;
    const days = { today: this.#setting.today, from: verdict.from };
    const next = verdict.refused === null ? copy.nextCharge(own, days, ownFees(copy.snapshot, decision)) : null;
    return { ...verdict, balance, next, shown: { state: version, day: days.today } };
  }

  /** Announces a request with a decision. */
  expect(key: string, decision: ModelDecision): void {
    this.#decisions.set(key, decision);
  }

  /** Ends a request after its reply; returns whether it was carried out. */
  conclude(key: string): boolean {
    return !this.#decisions.delete(key);
  }

  /** During this work the product does no charging, but changes what is charged. */
  async byHand<T>(work: () => Promise<T>): Promise<T> {
    this.#isByHand = true;
    try {
      return await work();
    } finally {
      this.#isByHand = false;
      await this.lookAgain();
    }
  }

  /** Reads the tables again after a change by hand, as by the provider's staff or a later call; the service keeps no former plan. */
  async lookAgain(changed?: number): Promise<void> {
    if (changed !== undefined) this.#model.memory.undo.delete(changed);
    this.#model = this.#model.over((await this.#books()).snapshot);
  }

  takeTouched(): ReadonlySet<number> {
    const touched = this.#touched;
    this.#touched = new Set();
    return touched;
  }

  /**
   * Must be called after every commit of the product. The first difference is kept as `failure`, because callers may
   * swallow a thrown error.
   */
  async committed(): Promise<void> {
    if (this.#isByHand) return this.lookAgain();
    await this.#compare().catch((error: unknown) => {
      this.failure ??= error as Error;
    });
  }

  get #setting(): DecisionTerms {
    const { now, today, terms, catalogue } = this.#around;
    return { now: now(), today: today(), ...terms, catalogue };
  }

  #books(): Promise<Books> {
    return readBooks(this.#pool, this.#read, [...this.#decisions.keys()]);
  }

  async #compare(): Promise<void> {
    const books = await this.#books();
    const { written, snapshot } = books;
    this.#read = readOn(this.#read, written);
    const foretold = this.#foretell(books);
    for (const { account_id, reference, from, transaction_id } of written) {
      const what = CHARGED.exec(reference)?.[1];
      if (what !== undefined && from !== null) this.#model.memory.nameCharge(account_id, what, from, transaction_id);
    }
    const differences = [...differingLines(foretold, written), ...differingStates(this.#model.snapshot, snapshot)];
    if (differences.length > 0) throw new Disagreement(differences.join('\n'));
    this.#model = this.#model.over(snapshot);
  }

  #foretell({ written, snapshot: now, answered }: Books): ExpectedLine[] {
    const early = settleModelPrices(this.#model, now, this.#setting);
    if (early) throw new Disagreement(`a price is settled before account ${early.id} is charged for its period`);
    const decided = answered.flatMap((key) => this.#decided(key));
    nameService(this.#model, now);
    eraseBoxes(this.#model.snapshot, now, this.#around.today());
    const { once } = this.#model.snapshot;
    once.splice(0, Infinity, ...once.filter(({ id }) => id !== UNNAMED));
    const known = new Set(once.map(({ id }) => id));
    once.push(...now.once.filter(({ id }) => !known.has(id)));
    const own = Map.groupBy(
      written.filter((line) => !isOfCharging(line)),
      ({ account_id }) => account_id,
    );
    const accounts = new Map(now.accounts.map((account) => [account.id, account]));
    const posted = this.#model.snapshot.accounts.flatMap((account) => {
      const after = accounts.get(account.id) ?? account;
      return this.#foretellOne(account, after, own.get(account.id) ?? []);
    });
    this.#turnByHours(now);
    return [...decided, ...posted];
  }

  #decided(key: string): ExpectedLine[] {
    const decision = this.#decisions.get(key);
    if (!decision) return [];
    this.#decisions.delete(key);
    const { refused, before, posted } = judgeDecision(this.#model, decision, this.#setting);
    if (refused !== null)
      throw new Disagreement(`carried out, and must be refused (${refused}): ${JSON.stringify(decision)}`);
    return [...before, ...posted];
  }

  #foretellOne(account: ModelAccount, after: ModelAccount, own: readonly WrittenLine[]): ExpectedLine[] {
    if (
      own.length > 0 ||
      after.promised !== account.promised ||
      after.limit - after.promised !== account.limit - account.promised
    )
      this.#touched.add(account.id);
    return [
      ...this.#chargedDays(account, after),
      ...this.#moneyMoved(account, own, after),
      ...this.#limitMoved(account, after),
    ];
  }

  /** If the schedule has switched a service, the model checks that it had to. */
  #turnByHours({ lines }: Snapshot): void {
    const after = new Map(lines.map((line) => [line.what, line]));
    for (const line of this.#model.snapshot.lines) {
      const now = after.get(line.what);
      // The client sets the schedule's table; its effect is computed by the model.
      if (now) Object.assign(line, { hours: now.hours });
      const isTurned = [now?.situation, line.situation].includes('schedule') && now?.situation !== line.situation;
      if (isTurned) this.#model.turnByHours(line, this.#around.now());
    }
  }

  /** Days are charged one by one. */
  #chargedDays(account: ModelAccount, after: ModelAccount): ExpectedLine[] {
    if (after.chargedThrough === account.chargedThrough || after.chargedThrough === null) return [];
    if (account.chargedThrough !== null && after.chargedThrough !== addDays(account.chargedThrough, 1)) {
      throw new Disagreement(
        `account ${account.id} was charged through ${account.chargedThrough}, then ${after.chargedThrough}`,
      );
    }
    return this.#model.chargeDay(account, after.chargedThrough, this.#around.now());
  }

  #moneyMoved(account: ModelAccount, own: readonly WrittenLine[], after: ModelAccount): ExpectedLine[] {
    return own.flatMap(({ kind, reference, amount, corrects }) => {
      if (PROMISE_FEE.test(reference)) this.#promise(account, after);
      account.balance += amount;
      if (reference.startsWith('correction:') && corrects !== null) this.#model.memory.corrected(corrects);
      const posted = bringsBack(kind, reference) ? this.#model.comeBack(account, this.#around.today()) : [];
      if (kind === 'payment' && after.promised === 0) this.#model.dropPromise(account);
      return posted;
    });
  }

  #limitMoved(account: ModelAccount, after: ModelAccount): ExpectedLine[] {
    const today = this.#around.today();
    if (after.promised > account.promised) {
      this.#promise(account, after);
      return this.#model.comeBack(account, today);
    }
    if (after.promised < account.promised) this.#model.endPromise(account, today);
    const own = after.limit - after.promised;
    if (own === account.limit - account.promised) return [];
    account.limit = own + account.promised;
    return this.#model.comeBack(account, today);
  }

  #promise(account: ModelAccount, after: ModelAccount): void {
    account.limit += after.promised - account.promised;
    account.promised = after.promised;
    account.promiseEnds = after.promiseEnds;
  }
}

const bringsBack = (kind: WrittenLine['kind'], reference: string): boolean =>
  kind === 'payment' || kind === 'correction' || PROMISE_FEE.test(reference);
