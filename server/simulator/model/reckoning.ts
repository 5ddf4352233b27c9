import { daysBetween, type Day } from '@kabinet/contract/kernel/day';
import { chargeOn, extraOn, lineOn, RUNNING, share, type Fee, type Posted } from './fees.ts';
import type { Account, Extra, Line, Snapshot } from './snapshot.ts';

/** A charge whose days may still be used, given back, or run out. */
interface Covered {
  readonly soldId: number;
  readonly from: Day;
  until: Day;
  amount: number;
  transactionId?: number;
}

/**
 * Reckons charges by itself, day by day and slowly, from what the tables of the provider say: it shares the calendar with the
 * product and nothing else. It keeps in mind which days of each fee were charged, and changes the snapshot as the product must.
 */
export class Reckoning {
  readonly snapshot: Snapshot;
  readonly #covered: Map<string, Covered>;

  constructor(snapshot: Snapshot, covered: Map<string, Covered> = new Map<string, Covered>()) {
    this.snapshot = structuredClone(snapshot);
    this.#covered = covered;
  }

  /** The same memory over what the tables say now. */
  over(snapshot: Snapshot): Reckoning {
    return new Reckoning(snapshot, this.#covered);
  }

  account(id: number): Account {
    const found = this.snapshot.accounts.find((account) => account.id === id);
    if (!found) throw new Error(`No account ${id}`);
    return found;
  }

  /** A charge that stood in the books before the model began, or the number of one that it foretold. */
  remember(accountId: number, what: string, covered: Covered): void {
    this.#covered.set(keyOf(accountId, what), covered);
  }
  nameCharge(accountId: number, what: string, from: Day, transactionId: number): void {
    const covered = this.#covered.get(keyOf(accountId, what));
    if (covered?.from === from) covered.transactionId = transactionId;
  }

  /** The operator has given back a whole charge: its days stay used, and nothing more of it is given back. */
  corrected(transactionId: number): void {
    for (const covered of this.#covered.values()) if (covered.transactionId === transactionId) covered.amount = 0;
  }

  /** One day of the charging run. */
  chargeDay(account: Account, day: Day): Posted[] {
    this.endPromise(account, day);
    for (const line of this.#linesOf(account)) this.#turnLine(line, day);
    this.#switchExtras(account, day);
    for (const line of this.#linesOf(account)) this.#endPause(account, line, day);
    const posted = this.#giveBack(account, day);
    if (account.inDebt) posted.push(...this.comeBack(account, day));
    else {
      const bill = this.#bill(account, day);
      if (total(bill) > account.balance + account.limit) this.#block(account);
      else posted.push(...this.#take(account, bill, day));
    }
    if (account.balance + account.limit < 0) this.#block(account);
    account.chargedThrough = day;
    return posted;
  }

  /** Money has come, or the limit has grown. */
  comeBack(account: Account, day: Day): Posted[] {
    if (!account.inDebt) return [];
    const bill = this.#bill(account, day, { evenInDebt: true });
    if (total(bill) > account.balance + account.limit) return [];
    account.inDebt = false;
    for (const line of this.#linesOf(account)) if (line.situation === 'debt') line.situation = 'active';
    return this.#take(account, bill, day);
  }

  endPromise(account: Account, day: Day): void {
    if (account.promiseEnds === null || account.promiseEnds > day) return;
    this.dropPromise(account);
    if (account.balance + account.limit < 0) this.#block(account);
  }

  dropPromise(account: Account): void {
    account.limit -= account.promised;
    account.promised = 0;
    account.promiseEnds = null;
  }

  #linesOf({ id }: Account): Line[] {
    return this.snapshot.lines.filter(({ accountId }) => accountId === id);
  }

  #extrasOf({ id }: Account): Extra[] {
    return this.snapshot.extras.filter(({ accountId }) => accountId === id);
  }

  #turnLine(line: Line, day: Day): void {
    const { next } = line;
    if (!next || next.from > day) return;
    Object.assign(line, {
      soldId: next.soldId,
      price: next.price,
      unit: next.unit,
      promo: null,
      promoUntil: null,
      next: null,
    });
    this.#drop((extra) => extra.line === line.what && extra.ofPlan !== null && extra.ofPlan !== next.soldId);
  }

  #switchExtras(account: Account, day: Day): void {
    const isDue = ({ accountId, changesOn }: Extra) =>
      accountId === account.id && changesOn !== null && changesOn <= day;
    this.#drop((extra) => isDue(extra) && extra.status === 'off_pending');
    for (const extra of this.snapshot.extras) {
      if (isDue(extra)) Object.assign(extra, { status: 'on', since: extra.changesOn, changesOn: null });
    }
  }

  #drop(isOver: (extra: Extra) => boolean): void {
    const kept = this.snapshot.extras.filter((extra) => !isOver(extra));
    this.snapshot.extras.splice(0, Infinity, ...kept);
  }

  #endPause(account: Account, line: Line, day: Day): void {
    if (line.situation !== 'paused' || line.returnsOn === null || line.returnsOn > day) return;
    line.situation = account.inDebt ? 'debt' : 'active';
    line.returnsOn = null;
  }

  #block(account: Account): void {
    if (account.inDebt) return;
    account.inDebt = true;
    for (const line of this.#linesOf(account)) if (line.situation === 'active') line.situation = 'debt';
  }

  #fees(account: Account): Fee[] {
    const lines = this.#linesOf(account);
    const extras = this.#extrasOf(account).filter(({ line }) => line !== null || account.isContractActive);
    return [
      ...lines.map((line) => ({
        what: line.what,
        situation: line.situation,
        soldOn: (day: Day) => lineOn(line, day),
      })),
      ...extras.map((extra) => {
        const line = lines.find(({ what }) => what === extra.line);
        return {
          what: extra.what,
          situation: line?.situation ?? 'active',
          soldOn: (day: Day) => extraOn(extra, line, day),
        };
      }),
    ];
  }

  #bill(account: Account, day: Day, { evenInDebt = false } = {}): Posted[] {
    const fees = this.#fees(account).flatMap((fee) => {
      const isRunning = RUNNING.has(fee.situation) || (evenInDebt && fee.situation === 'debt');
      const covered = this.#covered.get(keyOf(account.id, fee.what));
      if (!isRunning || (covered !== undefined && covered.until > day)) return [];
      return chargeOn(fee, account, day);
    });
    const once = this.snapshot.once
      .filter((charge) => charge.accountId === account.id && charge.day <= day)
      .map(({ id, amount }) => ({
        accountId: account.id,
        what: `once ${id}`,
        day,
        amount: -amount,
        from: null,
        until: null,
      }));
    return [...fees, ...once];
  }

  #take(account: Account, bill: Posted[], day: Day): Posted[] {
    const taken = bill.filter(({ amount }) => amount !== 0);
    for (const { what, amount, from, until } of taken) {
      account.balance += amount;
      const soldId = this.#fees(account)
        .find((fee) => fee.what === what)
        ?.soldOn(day)?.soldId;
      if (from !== null && until !== null && soldId !== undefined) {
        this.#covered.set(keyOf(account.id, what), { soldId, from, until, amount: -amount });
      }
    }
    const paid = new Set(taken.map(({ what }) => what));
    const waiting = this.snapshot.once.filter(({ id }) => !paid.has(`once ${id}`));
    this.snapshot.once.splice(0, Infinity, ...waiting);
    return taken;
  }

  #giveBack(account: Account, day: Day): Posted[] {
    const fees = new Map(this.#fees(account).map((fee) => [fee.what, fee]));
    return [...this.#covered].flatMap(([key, covered]) => {
      const [accountId, what = ''] = key.split(' ');
      const isOfDay = Number(accountId) === account.id && covered.until > day;
      return isOfDay && !isUsed(fees.get(what), covered, day) ? shorten(account, what, covered, day) : [];
    });
  }
}

const isUsed = (fee: Fee | undefined, { soldId }: Covered, day: Day): boolean =>
  fee !== undefined && (RUNNING.has(fee.situation) || fee.situation === 'debt') && fee.soldOn(day)?.soldId === soldId;

/** Ends the days of a charge, and gives back what those cost that were not used. */
function shorten(account: Account, what: string, covered: Covered, day: Day): Posted[] {
  const since = covered.from > day ? covered.from : day;
  const { until } = covered;
  const kept = share(covered.amount, daysBetween(covered.from, since), daysBetween(covered.from, until));
  const amount = covered.amount - kept;
  covered.until = since;
  covered.amount = kept;
  account.balance += amount;
  return amount > 0 ? [{ accountId: account.id, what, day, amount, from: since, until }] : [];
}

const keyOf = (accountId: number, what: string) => `${accountId} ${what}`;
const total = (bill: readonly Posted[]) => 0 - bill.reduce((sum, { amount }) => sum + amount, 0);
