import { addDays, dayIn, type Day, type Instant } from '@kabinet/contract/kernel/day';
import { kopecks, type Kopecks } from '@kabinet/contract/kernel/money';
import { DAYS_OF_MONTH } from '#domain/billing/forecast/price.rules.ts';
import { dayStart } from '@kabinet/contract/kernel/zone';
import type { Situation } from '#domain/services/service/situation.rules.ts';
import { dayText } from '#domain/shared/text.rules.ts';

/** Within it a change at once is taken back without loss. */
const UNDO_MS = 10 * 60_000;

/** Until when a change is taken back whole: ten minutes, and not over midnight, when the next day is charged. */
export function undoEnd(madeAt: Instant, zone: string): Date {
  const made = new Date(madeAt);
  const midnight = Date.parse(dayStart(addDays(dayIn(zone, made), 1), zone));
  return new Date(Math.min(made.getTime() + UNDO_MS, midnight));
}

/** A price as thirty days make it, so that all plans compare. */
export const monthlyPrice = ({ price, unit }: { price: Kopecks; unit: 'month' | 'day' }): Kopecks =>
  kopecks(unit === 'day' ? price * DAYS_OF_MONTH : price);

interface Standing {
  readonly situation: Situation;
  readonly today: Day;
  /** The day of the latest change by the client, null when there was none. */
  readonly changedOn: Day | null;
  /** The fewest days between two changes of one service (`plan_change.days_between`), at least one. */
  readonly daysBetween: number;
  /** The operator has planned a change, which is his to cancel, and would be lost by another. */
  readonly isPlannedByUs?: boolean;
}

export interface BlockReason {
  readonly text: string;
  readonly possibleFrom: Day | null;
}

/** Why the plan of a service cannot be changed now, and from which day it can; null when it can. */
export function whyNotChangeable({
  situation,
  today,
  changedOn,
  daysBetween,
  isPlannedByUs = false,
}: Standing): BlockReason | null {
  const text = NOT_IN[situation] ?? (isPlannedByUs ? PLANNED_BY_US : undefined);
  if (text !== undefined) return { text, possibleFrom: null };
  const next = changedOn === null ? today : changeableFrom(changedOn, daysBetween);
  if (next <= today) return null;
  return { text: `Тариф уже меняли. Снова можно с ${dayText(next, today)}`, possibleFrom: next };
}

/**
 * The first day on which a plan changed at once is changed again. At least a day lies between, whatever the provider says: the days
 * from today on are given back whole, and so a dearer plan that was left on its first day would have been free.
 */
export const changeableFrom = (changedOn: Day, daysBetween: number): Day =>
  addDays(changedOn, Math.max(1, daysBetween));

/** Whether the service is in a state in which its plan can be changed. */
export const isChangeable = (situation: Situation): boolean => NOT_IN[situation] === undefined;

const PLANNED_BY_US = 'Смену тарифа уже назначил провайдер. Изменить её поможет поддержка';

/** Why an option cannot be switched now. One that the service has may be ended or kept whatever keeps the service from working. */
export function whyNotOption(situation: Situation, hasIt: boolean): BlockReason | null {
  const text = hasIt && situation !== 'closed' ? undefined : NOT_IN[situation];
  return text === undefined ? null : { text, possibleFrom: null };
}

/** A service that is off by a wish, for a repair or by us is not changed: first it must work. */
const NOT_IN: Partial<Record<Situation, string>> = {
  connecting: 'Сначала услугу нужно подключить',
  paused: 'Услуга на паузе. Сначала верните её',
  closed: 'Услуга закрыта',
  operator: 'Услугу закрыл провайдер. Позвоните в поддержку',
  abuse: 'Услуга закрыта из-за вредной рассылки. Позвоните в поддержку',
};
