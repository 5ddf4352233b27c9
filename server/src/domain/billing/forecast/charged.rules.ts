import { addDays, daysBetween, type Day } from '@kabinet/contract/kernel/day';
import { kopecks, type Kopecks } from '@kabinet/contract/kernel/money';
import { feeIn } from '#server/domain/services/service/situation.rules.ts';
import { partOf } from '../fee/proration.rules.ts';
import type { Price } from './price.rules.ts';

/** Identifies a fee among those of all accounts. */
interface FeeKey {
  readonly accountId: number;
  /** The name that `feesIn` gives. */
  readonly what: string;
  /** Id of the plan, option or program sold. */
  readonly soldId: number;
}

/** A fee as the tables of sold things hold it. */
export interface FeeRow
  extends FeeKey, Omit<Price, 'charged' | 'from' | 'what' | 'steps' | 'phoneNumber' | 'individual' | 'full'> {
  readonly phoneNumber: string | null;
  /** Null for a suspension. */
  readonly soldKind: 'plan' | 'option' | 'program' | null;
  /** The day from which it is sold, whatever pauses it. */
  readonly soldSince: Day | null;
  /** When the price begins or began. */
  readonly from: Day | null;
  /** The day of return for the days after a suspension; null for all others. */
  readonly resumesOn: Day | null;
}

/** The charged days of a fee. */
export interface ChargedRow extends FeeKey {
  readonly from: Day;
  readonly until: Day;
  readonly amount: Kopecks;
  /** Null if nothing was charged for them. */
  readonly transactionId: number | null;
}

/** A one-time charge that waits for its day or for money. */
export interface OnceRow {
  readonly accountId: number;
  readonly userId: number | null;
  readonly text: string;
  readonly amount: Kopecks;
  readonly from: Day | null;
}

/** The text of a charge in the ledger. */
export interface ChargeText {
  readonly transactionId: number;
  readonly accountId: number;
  readonly userId: number | null;
  readonly text: string;
}

type OwnPrice = Price & { readonly accountId: number };

interface Sold {
  readonly fees: readonly FeeRow[];
  readonly charged: readonly ChargedRow[];
  readonly once: readonly OnceRow[];
}

/**
 * Every fee with its charged days, and one-time charges; also the days charged beyond tomorrow for what is off or no
 * longer sold.
 */
export function pricesFrom({ fees, charged, once }: Sold, today: Day): { prices: OwnPrice[]; unused: ChargedRow[] } {
  const tomorrow = addDays(today, 1);
  const used = new Set(fees.filter((fee) => usesDays(fee, tomorrow)).map(keyOf));
  const chargedOf = new Map(charged.map((days) => [keyOf(days), days]));
  const prices = fees.map((fee) => {
    const key = keyOf(fee);
    // Days after a return are not charged yet.
    const isCharged = fee.resumesOn === null && used.has(key);
    return Object.assign(fee, {
      from: fee.from !== null && fee.from > today ? fee.from : null,
      charged: isCharged ? (chargedOf.get(key) ?? null) : null,
    });
  });
  return {
    prices: [...prices, ...once.map(onceAsPrice)],
    unused: charged.filter((days) => days.transactionId !== null && days.until > tomorrow && !used.has(keyOf(days))),
  };
}

const keyOf = ({ accountId, what, soldId }: FeeKey): string => `${accountId} ${what} ${soldId}`;

/** Whether the service keeps its charged days: it runs, waits for money, or returns by tomorrow. */
const usesDays = ({ situation, returnsOn }: FeeRow, tomorrow: Day): boolean =>
  feeIn[situation] === 'yes' || feeIn[situation] === 'after_debt' || (returnsOn !== null && returnsOn <= tomorrow);

const onceAsPrice = ({ accountId, userId, text, amount, from }: OnceRow): OwnPrice => ({
  accountId,
  what: null,
  userId,
  situation: 'active',
  returnsOn: null,
  kind: null,
  programId: null,
  name: text,
  amount,
  unit: 'once',
  from,
  until: null,
  promo: null,
  promoUntil: null,
  charged: null,
});

/** Tomorrow's run gives unused days back. */
export function unusedDayRefunds(unused: readonly ChargedRow[], texts: readonly ChargeText[], today: Day): OwnPrice[] {
  const tomorrow = addDays(today, 1);
  return unused.flatMap(({ accountId, transactionId, from, until, amount }) => {
    const charge = texts.find((text) => text.transactionId === transactionId && text.accountId === accountId);
    if (!charge) return [];
    const used = partOf(amount, Math.max(daysBetween(from, tomorrow), 0), daysBetween(from, until));
    const { userId, text } = charge;
    const back = kopecks(used - amount);
    return onceAsPrice({ accountId, userId, text: `Возврат: ${text}`, amount: back, from: tomorrow });
  });
}
