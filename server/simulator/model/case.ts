import { addDays, type Day } from '@kabinet/contract/kernel/day';
import type { ModelCatalogue } from './books.ts';
import { daysOfPeriod } from './calendar.ts';
import type { ExpectedLine } from './fees.ts';
import type { Reckoning } from './reckoning.ts';
import type { ModelAccount, ModelLine } from './snapshot.ts';

/** The provider's terms of a suspension; prices in kopecks. */
export interface SuspensionTerms {
  readonly shortest_days: number;
  readonly longest_days: number;
  readonly free_days_a_year: number;
  readonly day_price: number;
  readonly start_price: number;
  readonly days_between: number;
  readonly days_ahead: number;
  readonly early_return: { readonly price: number } | null;
}

/** What a client has seen: a state of the service or the contract, and the day of the sums. */
export interface ShownState {
  readonly state: number;
  readonly day: Day;
}

/** The moment of a decision, and the rules. */
export interface DecisionTerms {
  readonly now: Date;
  readonly today: Day;
  /** Minimum days between two changes of a plan. */
  readonly daysBetween: number;
  readonly suspension: SuspensionTerms | undefined;
  /** For how many days a deleted mailbox can be restored. */
  readonly keptDays: number;
  readonly catalogue: ModelCatalogue;
}

/** The required result of a decision: the code of its refusal, or its effects. */
export interface DecisionVerdict {
  readonly refused: string | null;
  /** Lines of days that were caught up first, and then of the decision itself. */
  readonly before: readonly ExpectedLine[];
  readonly posted: readonly ExpectedLine[];
  readonly from: Day;
  readonly missing: number;
  readonly switchedOff: number;
  /** Whether it can be taken back without loss. */
  readonly isUndoable: boolean;
  /** Whether it ends the return to the former plan. */
  readonly endsUndo: boolean;
}

/** A verdict without the lines of catching up. */
export type DecisionResult = Omit<DecisionVerdict, 'before'>;

export class DecisionRefused extends Error {}
export const refuse = (code: string): never => {
  throw new DecisionRefused(code);
};

/** The subject of a decision; `line` is absent for the contract. */
export interface DecisionCase {
  readonly model: Reckoning;
  readonly account: ModelAccount;
  readonly setting: DecisionTerms;
  /** Missing money is reported instead of refused. */
  readonly isRehearsal: boolean;
}
export interface ServiceCase extends DecisionCase {
  readonly line: ModelLine;
}

/** A change without any money. */
export const nothing = ({ today }: DecisionTerms): DecisionResult => ({
  refused: null,
  posted: [],
  from: today,
  missing: 0,
  switchedOff: 0,
  isUndoable: false,
  endsUndo: false,
});

/** The money of a change, after the lines that it has already written. */
export function settled(
  { model, account, setting, isRehearsal }: DecisionCase,
  first: readonly ExpectedLine[] = [],
): DecisionResult {
  const { today } = setting;
  const { posted, lacks } = model.settle(account, today, { isLent: isRehearsal });
  if (lacks > 0 && !isRehearsal) refuse('not_enough_money');
  const missing = account.inDebt ? model.debtOf(account, today) : lacks;
  return { ...nothing(setting), posted: [...first, ...posted], missing };
}

export function refuseUnlessShown(
  shown: ShownState | undefined,
  state: number | undefined,
  { today }: DecisionTerms,
): void {
  if (shown !== undefined && (shown.state !== state || shown.day !== today)) refuse('changed_meanwhile');
}

/** Situations in which a service cannot be changed. */
export const NOT_IN = new Set(['connecting', 'paused', 'operator', 'abuse']);

const SAMARA_MS = 4 * 3_600_000;
/** The day in Samara. */
export const dayOf = (instant: string): Day =>
  new Date(Date.parse(instant) + SAMARA_MS).toISOString().slice(0, 10) as Day;

/** In PostgreSQL's JSON format of an instant. */
export const writtenInstant = (now: Date): string => now.toISOString().replace(/\.?0*Z$/, '+00:00');

export const nextPeriod = (today: Day, billingDay: number): Day =>
  addDays(daysOfPeriod(today, billingDay).at(-1) ?? today, 1);

/** Whether `ms` milliseconds have passed since `at`. */
export const isPast = (at: number, ms: number, now: Date): boolean => at + ms <= now.getTime();
const UNDO_MS = 10 * 60_000;
/** Whether something was done today and just now, so that it may be taken back. */
export const isFresh = (at: string, { now, today }: DecisionTerms): boolean =>
  dayOf(at) === today && !isPast(Date.parse(at), UNDO_MS, now);
