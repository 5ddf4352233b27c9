import type { Day } from '@kabinet/contract/kernel/day';
import type { Posted } from './fees.ts';
import type { Extra, Line } from './snapshot.ts';

/** A charge whose days may still be used, given back, or run out. */
export interface Covered {
  readonly soldId: number;
  readonly from: Day;
  until: Day;
  amount: number;
  transactionId?: number;
}

/** What a change of plan at once has replaced, and the lines of money that it wrote for the service itself. */
export interface Undo {
  readonly at: string;
  readonly version: number;
  readonly chargedThrough: Day | null;
  readonly line: Line;
  readonly options: readonly Extra[];
  readonly covered: readonly (readonly [key: string, covered: Covered])[];
  readonly posted: readonly Posted[];
  /** What of the service was charged after it. */
  readonly marks: string;
}

export const keyOf = (accountId: number, what: string) => `${accountId} ${what}`;

/** What the model keeps in mind from one commit to the next. */
export class Memory {
  /** Which days of each fee have been charged. */
  readonly covered = new Map<string, Covered>();
  /** By service: the latest change that may be taken back. */
  readonly undo = new Map<number, Undo>();
  /** By service: when it was unlocked. */
  readonly unlocks = new Map<number, number[]>();

  /** Of some accounts, where they are named. */
  copy(accounts?: ReadonlySet<number>): Memory {
    const copy = new Memory();
    for (const [key, covered] of this.covered) {
      if (!accounts || accounts.has(Number(key.split(' ')[0]))) copy.covered.set(key, { ...covered });
    }
    for (const [userId, undo] of this.undo) copy.undo.set(userId, structuredClone(undo));
    for (const [userId, moments] of this.unlocks) copy.unlocks.set(userId, [...moments]);
    return copy;
  }

  /** The number of a charge that was foretold. */
  nameCharge(accountId: number, what: string, from: Day, transactionId: number): void {
    const covered = this.covered.get(keyOf(accountId, what));
    if (covered?.from === from) covered.transactionId = transactionId;
  }

  /** The service of an account has its number now. */
  nameService(accountId: number, from: number, to: number): void {
    for (const [key, covered] of this.chargesOf(accountId, from)) {
      this.covered.delete(key);
      this.covered.set(key.replace(keyOf(accountId, `${from}:`), keyOf(accountId, `${to}:`)), covered);
    }
  }

  /** The operator has given back a whole charge: its days stay used, and nothing more of it is given back. */
  corrected(transactionId: number): void {
    for (const covered of this.covered.values()) if (covered.transactionId === transactionId) covered.amount = 0;
  }

  /** The same in short, as it must stay. */
  marksOf(accountId: number, userId: number): string {
    const marks = this.chargesOf(accountId, userId).map(([key, { from, until, amount }]) => [key, from, until, amount]);
    return JSON.stringify(marks.sort());
  }

  /** Charges of a service, its options and programs. */
  chargesOf(accountId: number, userId: number): [key: string, covered: Covered][] {
    const own = keyOf(accountId, `${userId}:`);
    return [...this.covered].filter(([key]) => key.startsWith(own)).map(([key, covered]) => [key, { ...covered }]);
  }
}
