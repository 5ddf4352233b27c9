import { addDays, type Day } from '@kabinet/contract/kernel/day';
import { chargeOn, modelFeesOf, isUsed, RUNNING, shorten, type ExpectedLine } from './fees.ts';
import { isOpen } from './hours.ts';
import { feeKeyOf, type Memory } from './memory.ts';
import type { ModelAccount, ModelExtra, ModelLine, Snapshot } from './snapshot.ts';

/** The result of a change: its lines, or the sum that is missing. */
export interface SettledChange {
  readonly posted: ExpectedLine[];
  readonly lacks: number;
}

/** Situations in which a service can be suspended. */
export const SUSPENDABLE = new Set(['active', 'schedule', 'login_locked', 'session_stuck', 'binding_stale']);
/** Longer than any period. */
const DAYS_IN_SIGHT = 150;

/**
 * Computes charges independently, slowly, day by day, from the provider's tables: it shares only the calendar with the
 * product. It remembers the charged days of each fee, and changes the snapshot as the product must.
 */
export class Reckoning {
  readonly snapshot: Snapshot;
  readonly memory: Memory;

  constructor(snapshot: Snapshot, memory: Memory) {
    this.snapshot = snapshot;
    this.memory = memory;
  }

  /** The same memory with the current tables. */
  over(snapshot: Snapshot): Reckoning {
    return new Reckoning(snapshot, this.memory);
  }

  /** A copy to try a decision on without changing this one; limited to one contract, if given. */
  copy(contractId?: number): Reckoning {
    if (contractId === undefined) return new Reckoning(structuredClone(this.snapshot), this.memory.copy());
    const accounts = this.snapshot.accounts.filter((account) => account.contractId === contractId);
    const ids = new Set(accounts.map(({ id }) => id));
    const own = <T extends { readonly accountId: number }>(rows: readonly T[]) =>
      rows.filter(({ accountId }) => ids.has(accountId));
    const { lines, extras, once, deleted } = this.snapshot;
    const cut = { accounts, lines: own(lines), extras: own(extras), once: own(once), deleted: own(deleted) };
    return new Reckoning(structuredClone({ ...this.snapshot, ...cut }), this.memory.copy(ids));
  }

  account(id: number): ModelAccount {
    const found = this.snapshot.accounts.find((account) => account.id === id);
    if (!found) throw new Error(`No account ${id}`);
    return found;
  }

  /** The service with its account. */
  service(userId: number): { line: ModelLine; account: ModelAccount } {
    const line = this.snapshot.lines.find((one) => one.userId === userId);
    if (!line) throw new Error(`No service ${userId}`);
    return { line, account: this.account(line.accountId) };
  }

  /** The account that pays for a service or, without one, for the contract. */
  payer({ userId, contractId }: { userId: number | null; contractId: number }): ModelAccount {
    if (userId !== null) return this.service(userId).account;
    const found = this.snapshot.accounts.find((one) => one.contractId === contractId && one.kind === 'i');
    if (!found) throw new Error(`No account of ${contractId}`);
    return found;
  }

  /** Charges the days that the run has not charged yet. */
  bringUpToDate(account: ModelAccount, { today, now }: { readonly today: Day; readonly now: Date }): ExpectedLine[] {
    const posted: ExpectedLine[] = [];
    while (account.chargedThrough !== null && account.chargedThrough < today) {
      posted.push(...this.chargeDay(account, addDays(account.chargedThrough, 1), now));
    }
    return posted;
  }

  /**
   * After a change: gives back what ends, and charges what begins, or reports missing money; `isLent` ignores the
   * balance.
   */
  settle(account: ModelAccount, day: Day, { isLent = false } = {}): SettledChange {
    const posted = this.#giveBack(account, day);
    if (account.inDebt) posted.push(...this.comeBack(account, day));
    const bill = account.inDebt ? [] : this.#bill(account, day);
    const lacks = bill.length === 0 ? 0 : Math.max(0, total(bill) - account.balance - account.limit);
    if (lacks > 0 && !isLent) return { posted, lacks };
    posted.push(...this.#take(account, bill, day));
    return { posted, lacks };
  }

  /** The sum needed to restore what was switched off for debt. */
  debtOf(account: ModelAccount, day: Day): number {
    if (!account.inDebt) return 0;
    return Math.max(0, total(this.#bill(account, day, { evenInDebt: true })) - account.balance - account.limit);
  }

  /** Charges one day as the run at a given moment; without a moment, a service that returns has no access schedule. */
  chargeDay(account: ModelAccount, day: Day, now?: Date): ExpectedLine[] {
    this.endPromise(account, day);
    for (const line of this.linesOf(account)) this.#turnLine(line, day);
    this.#switchExtras(account, day);
    for (const line of this.linesOf(account)) this.#endPause(account, line, day, now);
    for (const line of this.linesOf(account)) this.#beginSuspension(account, line, day);
    const { posted, lacks } = this.settle(account, day);
    if (lacks > 0) this.#block(account);
    if (account.balance + account.limit < 0) this.#block(account);
    account.chargedThrough = day;
    return posted;
  }

  /** After a payment or a higher limit. */
  comeBack(account: ModelAccount, day: Day): ExpectedLine[] {
    if (!account.inDebt) return [];
    const bill = this.#bill(account, day, { evenInDebt: true });
    if (total(bill) > account.balance + account.limit) return [];
    account.inDebt = false;
    for (const line of this.linesOf(account)) if (line.situation === 'debt') line.situation = 'active';
    return this.#take(account, bill, day);
  }

  endPromise(account: ModelAccount, day: Day): void {
    if (account.promiseEnds === null || account.promiseEnds > day) return;
    this.dropPromise(account);
    if (account.balance + account.limit < 0) this.#block(account);
  }

  dropPromise(account: ModelAccount): void {
    account.limit -= account.promised;
    account.promised = 0;
    account.promiseEnds = null;
  }

  linesOf({ id }: ModelAccount): ModelLine[] {
    return this.snapshot.lines.filter(({ accountId }) => accountId === id);
  }

  #turnLine(line: ModelLine, day: Day): void {
    const { next } = line;
    if (!next || next.from > day) return;
    const { from: begunOn, soldId, price, unit } = next;
    const isLater = next.by === 'client' && (line.changedAt === null || next.madeAt > line.changedAt);
    Object.assign(line, {
      changedAt: isLater ? next.madeAt : line.changedAt,
      ...{ begunOn, soldId, price, unit, promo: null, promoUntil: null, next: null },
    });
    this.snapshot.planSince[line.what] = begunOn;
    this.drop((extra) => extra.line === line.what && extra.ofPlan !== null && extra.ofPlan !== soldId);
  }

  #switchExtras(account: ModelAccount, day: Day): void {
    const isDue = ({ accountId, changesOn }: ModelExtra) =>
      accountId === account.id && changesOn !== null && changesOn <= day;
    this.drop((extra) => isDue(extra) && extra.status === 'off_pending');
    for (const extra of this.snapshot.extras) {
      if (isDue(extra)) Object.assign(extra, { status: 'on', since: extra.changesOn, changesOn: null });
    }
  }

  /** Returns the number of removed extras. */
  drop(isOver: (extra: ModelExtra) => boolean): number {
    const { extras } = this.snapshot;
    const kept = extras.filter((extra) => !isOver(extra));
    return extras.splice(0, Infinity, ...kept).length - kept.length;
  }

  /** Opens or closes the service by its access schedule. */
  turnByHours(line: ModelLine, now: Date): void {
    if (line.hours === null) return;
    if (line.situation === 'active' && !isOpen(line.hours, now)) line.situation = 'schedule';
    else if (line.situation === 'schedule' && isOpen(line.hours, now))
      line.situation = this.account(line.accountId).inDebt ? 'debt' : 'active';
  }

  /**
   * The first day, from a given one, on which these fees are charged, if the account can pay for everything; leaves the
   * model invalid, so use a copy.
   */
  nextCharge(
    account: ModelAccount,
    { today, from }: { readonly today: Day; readonly from: Day },
    isOwn: (what: string) => boolean,
  ): { day: Day; amount: number } | null {
    if (account.inDebt) return null;
    account.limit = Infinity;
    for (let day = addDays(today, 1), left = DAYS_IN_SIGHT; left > 0; day = addDays(day, 1), left -= 1) {
      const amount = total(this.chargeDay(account, day).filter(({ what }) => isOwn(what)));
      if (amount > 0 && day >= from) return { day, amount };
    }
    return null;
  }

  #endPause(account: ModelAccount, line: ModelLine, day: Day, now: Date | undefined): void {
    if (line.situation !== 'paused' || line.returnsOn === null || line.returnsOn > day) return;
    line.situation = account.inDebt ? 'debt' : 'active';
    line.returnsOn = null;
    for (const one of line.suspensions) if (one.state === 'active') one.state = 'ended';
    if (now) this.turnByHours(line, now);
  }

  #beginSuspension(account: ModelAccount, line: ModelLine, day: Day): void {
    const planned = line.suspensions.find(({ state, from }) => state === 'planned' && from <= day);
    if (!planned) return;
    if (account.inDebt || !SUSPENDABLE.has(line.situation)) this.dropSuspension(line);
    else {
      planned.state = 'active';
      Object.assign(line, { situation: 'paused', returnsOn: planned.until });
    }
  }

  /** Removes a suspension that has not begun. */
  dropSuspension(line: ModelLine): void {
    const at = line.suspensions.findIndex(({ state }) => state === 'planned');
    if (at >= 0) line.suspensions.splice(at, 1);
    const waiting = this.snapshot.once.filter(({ suspends }) => suspends === null || suspends !== line.userId);
    this.snapshot.once.splice(0, Infinity, ...waiting);
  }

  #block(account: ModelAccount): void {
    if (account.inDebt) return;
    account.inDebt = true;
    for (const line of this.linesOf(account)) if (line.situation === 'active') line.situation = 'debt';
  }

  #bill(account: ModelAccount, day: Day, { evenInDebt = false } = {}): ExpectedLine[] {
    const fees = modelFeesOf(this.snapshot, account).flatMap((fee) => {
      const isRunning = RUNNING.has(fee.situation) || (evenInDebt && fee.situation === 'debt');
      const covered = this.memory.covered.get(feeKeyOf(account.id, fee.what));
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

  #take(account: ModelAccount, bill: ExpectedLine[], day: Day): ExpectedLine[] {
    const taken = bill.filter(({ amount }) => amount !== 0);
    for (const { what, amount, from, until } of taken) {
      account.balance += amount;
      const soldId = modelFeesOf(this.snapshot, account)
        .find((fee) => fee.what === what)
        ?.soldOn(day)?.soldId;
      if (from !== null && until !== null && soldId !== undefined) {
        this.memory.covered.set(feeKeyOf(account.id, what), { soldId, from, until, amount: -amount });
      }
    }
    const paid = new Set(taken.map(({ what }) => what));
    const waiting = this.snapshot.once.filter(({ id }) => !paid.has(`once ${id}`));
    this.snapshot.once.splice(0, Infinity, ...waiting);
    return taken;
  }

  #giveBack(account: ModelAccount, day: Day): ExpectedLine[] {
    const fees = new Map(modelFeesOf(this.snapshot, account).map((fee) => [fee.what, fee]));
    return [...this.memory.covered].flatMap(([key, covered]) => {
      const [accountId, what = ''] = key.split(' ');
      const isOfDay = Number(accountId) === account.id && covered.until > day;
      return isOfDay && !isUsed(fees.get(what), covered, day) ? shorten(account, what, covered, day) : [];
    });
  }
}

const total = (bill: readonly ExpectedLine[]) => 0 - bill.reduce((sum, { amount }) => sum + amount, 0);
