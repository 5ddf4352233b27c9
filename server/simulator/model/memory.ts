import type { Day } from '@kabinet/contract/kernel/day';
import type { ExpectedLine } from './fees.ts';
import type { CoveredCharge, ModelExtra, ModelLine } from './snapshot.ts';

/** What an immediate change of plan has replaced, and the ledger lines that it wrote for the service itself. */
export interface ModelUndo {
  readonly at: string;
  /** The new plan. */
  readonly soldId: number;
  readonly line: ModelLine;
  /** When the service took that plan. */
  readonly planSince: Day;
  readonly options: readonly ModelExtra[];
  readonly covered: readonly (readonly [key: string, covered: CoveredCharge])[];
  readonly posted: readonly ExpectedLine[];
  /** The charged days of the plan and its options after it. */
  readonly marks: string;
}

export const feeKeyOf = (accountId: number, what: string) => `${accountId} ${what}`;

/** What the model remembers from one commit to the next. */
export class Memory {
  /** Charged days of each fee. */
  readonly covered = new Map<string, CoveredCharge>();
  /** By service: the latest change that may be taken back. */
  readonly undo = new Map<number, ModelUndo>();
  /** By service: the day on which a change of plan was taken back. */
  readonly takenBack = new Map<number, Day>();
  /** By service: the moments of unlocking. */
  readonly unlocks = new Map<number, number[]>();

  /** Limited to some accounts, if given. */
  copy(accounts?: ReadonlySet<number>): Memory {
    const copy = new Memory();
    for (const [key, covered] of this.covered) {
      if (!accounts || accounts.has(Number(key.split(' ')[0]))) copy.covered.set(key, { ...covered });
    }
    for (const [userId, undo] of this.undo) copy.undo.set(userId, structuredClone(undo));
    for (const [userId, day] of this.takenBack) copy.takenBack.set(userId, day);
    for (const [userId, moments] of this.unlocks) copy.unlocks.set(userId, [...moments]);
    return copy;
  }

  /** The end of the paid days of a fee; today, if it is not paid beyond. */
  paidUntil(accountId: number, what: string, today: Day): Day {
    const covered = this.covered.get(feeKeyOf(accountId, what));
    return covered !== undefined && covered.amount > 0 && covered.until > today ? covered.until : today;
  }

  /** Sets the id of a predicted charge. */
  nameCharge(accountId: number, what: string, from: Day, transactionId: number): void {
    const covered = this.covered.get(feeKeyOf(accountId, what));
    if (covered?.from === from) covered.transactionId = transactionId;
  }

  /** Replaces the placeholder of a created service by its id. */
  nameService(accountId: number, from: number, to: number): void {
    for (const [key, covered] of this.chargesOf(accountId, from)) {
      this.covered.delete(key);
      this.covered.set(key.replace(feeKeyOf(accountId, `${from}:`), feeKeyOf(accountId, `${to}:`)), covered);
    }
  }

  /** The operator has given back a whole charge: its days stay used, and nothing more of it is given back. */
  corrected(transactionId: number): void {
    for (const covered of this.covered.values()) if (covered.transactionId === transactionId) covered.amount = 0;
  }

  /** The same in short form, to check that nothing changed. */
  marksOf(accountId: number, userId: number): string {
    const marks = this.planChargesOf(accountId, userId).map(([key, { from, until, amount }]) => [
      key,
      from,
      until,
      amount,
    ]);
    return JSON.stringify(marks.sort());
  }

  /** Charges of a service's plan and its options. */
  planChargesOf(accountId: number, userId: number): [key: string, covered: CoveredCharge][] {
    return this.chargesOf(accountId, userId).filter(([key]) => isOfPlan(key));
  }

  /** Charges of a service, its options and programs. */
  chargesOf(accountId: number, userId: number): [key: string, covered: CoveredCharge][] {
    const own = feeKeyOf(accountId, `${userId}:`);
    return [...this.covered].filter(([key]) => key.startsWith(own)).map(([key, covered]) => [key, { ...covered }]);
  }
}

/** A fee that belongs to the plan: not a program, nor a suspension. */
export const isOfPlan = (what: string): boolean => /:(?:plan|option-\d+)$/.test(what);
