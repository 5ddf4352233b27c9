import { addDays, dayIn, type Day, type Instant } from '@kabinet/contract/kernel/day';
import { kopecks, type Kopecks } from '@kabinet/contract/kernel/money';
import { DAYS_OF_MONTH } from '#server/domain/billing/forecast/price.rules.ts';
import { dayStart } from '@kabinet/contract/kernel/zone';
import type { Situation } from '#server/domain/services/service/situation.rules.ts';
import { dayText } from '#server/domain/shared/text.rules.ts';

/** An immediate change can be taken back without loss within this time. */
const UNDO_MS = 10 * 60_000;

/** Until when a change can be taken back: ten minutes, but not past midnight, when the next day is charged. */
export function undoEnd(madeAt: Instant, zone: string): Date {
  const made = new Date(madeAt);
  const midnight = Date.parse(dayStart(addDays(dayIn(zone, made), 1), zone));
  return new Date(Math.min(made.getTime() + UNDO_MS, midnight));
}

/** A price for thirty days, so that all plans can be compared. */
export const monthlyPrice = ({ price, unit }: { price: Kopecks; unit: 'month' | 'day' }): Kopecks =>
  kopecks(unit === 'day' ? price * DAYS_OF_MONTH : price);

interface Standing {
  readonly situation: Situation;
  readonly today: Day;
  /** The day of the client's latest change; null if there was none. */
  readonly changedOn: Day | null;
  /** The day on which the plan began by a change, whoever made it; null if by none. */
  readonly begunOn?: Day | null;
  /** Minimum days between two changes of one service (`plan_change.days_between`); 0 counts as one. */
  readonly daysBetween: number;
  /** The operator has planned a change; only the operator cancels it, and another change would replace it. */
  readonly isPlannedByUs?: boolean;
}

export interface BlockReason {
  readonly text: string;
  readonly possibleFrom: Day | null;
}

/** Why the plan of a service cannot be changed now, and from which day it can; null if it can. */
export function whyNotChangeable({
  situation,
  today,
  isPlannedByUs = false,
  ...changes
}: Standing): BlockReason | null {
  const text = NOT_IN[situation] ?? (isPlannedByUs ? PLANNED_BY_US : undefined);
  if (text !== undefined) return { text, possibleFrom: null };
  const next = nextPossible(changes);
  if (next === null || next <= today) return null;
  return { text: `Тариф уже меняли. Снова можно с ${dayText(next, today)}`, possibleFrom: next };
}

function nextPossible({ changedOn, begunOn = null, daysBetween }: Omit<Standing, 'situation' | 'today'>): Day | null {
  const byClient = changedOn === null ? null : changeableFrom(changedOn, daysBetween);
  const afterFirst = begunOn === null ? null : changeableFrom(begunOn, 1);
  if (byClient === null || afterFirst === null) return byClient ?? afterFirst;
  return byClient > afterFirst ? byClient : afterFirst;
}

/**
 * The first day on which a plan changed on a day can be changed again. At least one day lies between, whatever the
 * provider's setting: a change gives back the whole current day, so a dearer plan left on its first day would be free.
 */
export const changeableFrom = (changedOn: Day, daysBetween: number): Day =>
  addDays(changedOn, Math.max(1, daysBetween));

/** Whether the state of the service allows a change of plan. */
export const isChangeable = (situation: Situation): boolean => NOT_IN[situation] === undefined;

const PLANNED_BY_US = 'Смену тарифа уже назначил провайдер. Изменить её поможет поддержка';

/**
 * Why an option cannot be switched now. An option that the service has may be ended or kept even while the service does
 * not work.
 */
export function whyNotOption({ situation }: { readonly situation: Situation }, hasIt: boolean): BlockReason | null {
  const text = hasIt && situation !== 'closed' ? undefined : NOT_IN[situation];
  return text === undefined ? null : { text, possibleFrom: null };
}

/** A service that is off by the client's wish, for a repair or by us cannot be changed: it must work first. */
const NOT_IN: Partial<Record<Situation, string>> = {
  connecting: 'Сначала услугу нужно подключить',
  paused: 'Услуга на паузе. Сначала верните её',
  closed: 'Услуга закрыта',
  operator: 'Услугу закрыл провайдер. Позвоните в поддержку',
  abuse: 'Услуга закрыта из-за вредной рассылки. Позвоните в поддержку',
};
