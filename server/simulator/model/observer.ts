import { addDays, type Day } from '@kabinet/contract/kernel/day';
import type pg from 'pg';
import type { Posted } from './fees.ts';
import { Reckoning } from './reckoning.ts';
import { readSnapshot, type Account, type Snapshot } from './snapshot.ts';

/** The books say something else than the model. */
class Disagreement extends Error {}

interface Written {
  readonly transaction_id: number;
  readonly kind: 'payment' | 'charge' | 'refund' | 'correction' | 'opening';
  readonly reference: string;
  readonly corrects: number | null;
  readonly account_id: number;
  readonly amount: number;
  readonly day: Day;
  readonly from: Day | null;
  readonly until: Day | null;
}

const WRITTEN = `
  select t.transaction_id, t.kind, t.reference, t.corrects_transaction_id as corrects, e.account_id, e.amount_kopecks as amount,
    e.day, e.service_from as from, e.service_until as until
  from ledger_transaction t join ledger_entry e using (transaction_id) join account a using (account_id)
  where a.contract_id is not null and t.transaction_id > $1 order by t.transaction_id`;

/** Of a fee, not of what is charged once. */
const CHARGED = /^charge:(\d+:(?:plan|option-\d+|(?:contract-)?program-\d+)):\d{4}-\d{2}(?:-\d{2})?(?:~\d+)?$/;
const GIVEN_BACK = /^give-back:(.+):\d{4}-\d{2}-\d{2}~\d+$/;
const PROMISE_FEE = /^charge:promised-payment:\d+$/;

/**
 * Looks at the books after every commit and tells what must have happened: the model reckons it from what stood there before,
 * and any difference, in a line, a balance, or the state of a service, is a `Disagreement`.
 */
export class Observer {
  readonly #pool: pg.Pool;
  readonly #today: () => Day;
  #model: Reckoning;
  #last = 0;
  #isByHand = false;
  /** The first difference. */
  failure: Error | undefined;
  /** Accounts whose money moved otherwise than by charging, since it was last asked. */
  #touched = new Set<number>();

  private constructor(pool: pg.Pool, today: () => Day, snapshot: Snapshot) {
    this.#pool = pool;
    this.#today = today;
    this.#model = new Reckoning(snapshot);
  }

  /** Begins with what is in the books; earlier charges are taken as they are. */
  static async begin(pool: pg.Pool, today: () => Day): Promise<Observer> {
    const observer = new Observer(pool, today, await readSnapshot(pool));
    const { rows } = await pool.query<{
      account_id: number;
      what: string;
      sold_id: number;
      from: Day;
      until: Day;
      amount: number;
      transaction_id: number | null;
    }>(
      'select account_id, what, sold_id, charged_from as from, charged_until as until, amount_kopecks as amount, transaction_id from fee_charged',
    );
    for (const { account_id, what, sold_id, from, until, amount, transaction_id } of rows) {
      observer.#model.remember(account_id, what, {
        soldId: sold_id,
        from,
        until,
        amount,
        ...(transaction_id !== null && { transactionId: transaction_id }),
      });
    }
    const { rows: last } = await pool.query<{ last: number }>(
      'select coalesce(max(transaction_id), 0) as last from ledger_transaction',
    );
    observer.#last = last[0]?.last ?? 0;
    return observer;
  }

  /** What the product does meanwhile is no charging, but a change of what is charged. */
  async byHand<T>(work: () => Promise<T>): Promise<T> {
    this.#isByHand = true;
    try {
      return await work();
    } finally {
      this.#isByHand = false;
      await this.lookAgain();
    }
  }

  /** The tables were changed by hand, as the provider's staff or a later call would. */
  async lookAgain(): Promise<void> {
    this.#model = this.#model.over(await readSnapshot(this.#pool));
  }

  takeTouched(): ReadonlySet<number> {
    const touched = this.#touched;
    this.#touched = new Set();
    return touched;
  }

  /** To be called after every commit of the product; a difference is kept as `failure`, whoever swallows what is thrown. */
  async committed(): Promise<void> {
    if (this.#isByHand) return this.lookAgain();
    await this.#compare().catch((error: unknown) => {
      this.failure ??= error as Error;
    });
  }

  async #compare(): Promise<void> {
    const [{ rows: written }, now] = await Promise.all([
      this.#pool.query<Written>(WRITTEN, [this.#last]),
      readSnapshot(this.#pool),
    ]);
    this.#last = written.at(-1)?.transaction_id ?? this.#last;
    const foretold = this.#foretell(written, now);
    const differences = [...this.#differingLines(foretold, written), ...this.#differingStates(now)];
    if (differences.length > 0) throw new Disagreement(differences.join('\n'));
    this.#model = this.#model.over(now);
  }

  #foretell(written: readonly Written[], now: Snapshot): Posted[] {
    const known = new Set(this.#model.snapshot.once.map(({ id }) => id));
    this.#model.snapshot.once.push(...now.once.filter(({ id }) => !known.has(id)));
    return this.#model.snapshot.accounts.flatMap((account) => {
      const after = now.accounts.find(({ id }) => id === account.id) ?? account;
      const own = written.filter(({ account_id, reference }) => account_id === account.id && !isOfCharging(reference));
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
    });
  }

  /** Days are charged one by one. */
  #chargedDays(account: Account, after: Account): Posted[] {
    if (after.chargedThrough === account.chargedThrough || after.chargedThrough === null) return [];
    if (account.chargedThrough !== null && after.chargedThrough !== addDays(account.chargedThrough, 1)) {
      throw new Disagreement(
        `account ${account.id} was charged through ${account.chargedThrough}, then ${after.chargedThrough}`,
      );
    }
    return this.#model.chargeDay(account, after.chargedThrough);
  }

  #moneyMoved(account: Account, own: readonly Written[], after: Account): Posted[] {
    return own.flatMap(({ kind, reference, amount, corrects }) => {
      if (PROMISE_FEE.test(reference)) this.#promise(account, after);
      account.balance += amount;
      if (reference.startsWith('correction:') && corrects !== null) this.#model.corrected(corrects);
      const posted = bringsBack(kind, reference) ? this.#model.comeBack(account, this.#today()) : [];
      if (kind === 'payment' && after.promised === 0) this.#model.dropPromise(account);
      return posted;
    });
  }

  #limitMoved(account: Account, after: Account): Posted[] {
    const today = this.#today();
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

  #promise(account: Account, after: Account): void {
    account.limit += after.promised - account.promised;
    account.promised = after.promised;
    account.promiseEnds = after.promiseEnds;
  }

  #differingLines(foretold: readonly Posted[], written: readonly Written[]): string[] {
    const told = foretold.map(({ accountId, day, amount, from, until }) =>
      lineText(accountId, day, amount, from, until),
    );
    const found = written
      .filter(({ reference }) => isOfCharging(reference))
      .map(({ account_id, day, amount, from, until, reference }) => {
        const isOfDays = CHARGED.test(reference) || GIVEN_BACK.test(reference);
        return lineText(account_id, day, amount, isOfDays ? from : null, isOfDays ? until : null);
      });
    for (const { account_id, reference, from, transaction_id } of written) {
      const what = CHARGED.exec(reference)?.[1];
      if (what !== undefined && from !== null) this.#model.nameCharge(account_id, what, from, transaction_id);
    }
    return differing('lines of the history', told, found);
  }

  #differingStates(now: Snapshot): string[] {
    const { snapshot } = this.#model;
    const written = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row));
    return (['accounts', 'lines', 'extras', 'once'] as const).flatMap((part) =>
      differing(part, written(snapshot[part]), written(now[part])),
    );
  }
}

/** What stands in one of two lists more often than in the other. */
function differing(what: string, told: readonly string[], found: readonly string[]): string[] {
  const surplus = found.slice();
  const missing = told.filter((row) => {
    const at = surplus.indexOf(row);
    if (at >= 0) surplus.splice(at, 1);
    return at < 0;
  });
  if (missing.length + surplus.length === 0) return [];
  const list = (rows: readonly string[]) => rows.map((row) => `\n    ${row}`).join('');
  return [`${what}\n  must be${list(missing)}\n  are${list(surplus)}`];
}

const bringsBack = (kind: Written['kind'], reference: string): boolean =>
  kind === 'payment' || kind === 'correction' || PROMISE_FEE.test(reference);

const lineText = (accountId: number, day: Day, amount: number, from: Day | null, until: Day | null) =>
  `${accountId} on ${day}: ${amount}${from ? ` for ${from}…${until ?? ''}` : ''}`;

/** What the charging run writes itself: fees, one-time charges, days given back. */
const isOfCharging = (reference: string): boolean =>
  (reference.startsWith('charge:') && !PROMISE_FEE.test(reference)) || reference.startsWith('give-back:');
