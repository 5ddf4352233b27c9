import { addDays, day, daysBetween, type Day } from '@kabinet/contract/kernel/day';
import { kopecks, type Kopecks } from '@kabinet/contract/kernel/money';
import { dayText, keepTogether, plural } from '#server/domain/shared/text.rules.ts';
import type { Situation } from '../service/situation.rules.ts';

/** The provider's terms (`suspension` in the provider's settings). */
export interface SuspensionSettings {
  readonly shortest_days: number;
  readonly longest_days: number;
  readonly free_days_a_year: number;
  readonly day_price: Kopecks;
  readonly start_price: Kopecks;
  readonly days_between: number;
  readonly days_ahead: number;
  readonly early_return: { readonly price: Kopecks } | null;
}

/** From a day up to another, exclusive. */
export interface SuspensionSpan {
  readonly from: Day;
  readonly until: Day;
}

/** The agreed days of a suspension, and their price. */
export interface AgreedSuspension extends SuspensionSpan {
  readonly paid: readonly SuspensionSpan[];
  readonly day_price: Kopecks;
  readonly start_price: Kopecks;
  readonly early_return: { readonly price: Kopecks } | null;
}

const DAYS = ['день', 'дня', 'дней'] as const;

export const yearOf = (of: Day): number => Number(of.slice(0, 4));
const newYear = (year: number): Day => day(`${year}-01-01`);
const later = (a: Day, b: Day): Day => (a > b ? a : b);
const earlier = (a: Day, b: Day): Day => (a < b ? a : b);

/** The paid days: in each calendar year those after its remaining free days. */
export function paidSpans({ from, until }: SuspensionSpan, freeLeft: (year: number) => number): SuspensionSpan[] {
  const spans: SuspensionSpan[] = [];
  for (let year = yearOf(from); newYear(year) < until; year += 1) {
    const first = later(from, newYear(year));
    const end = earlier(until, newYear(year + 1));
    const paidFrom = addDays(first, freeLeft(year));
    if (paidFrom < end) spans.push({ from: paidFrom, until: end });
  }
  return spans;
}

/** The same in numbers. */
export function countedDays({ from, until, paid, day_price }: AgreedSuspension) {
  const days = daysBetween(from, until);
  const paid_days = paid.reduce((sum, span) => sum + daysBetween(span.from, span.until), 0);
  return { days, paid_days, free_days: days - paid_days, days_cost: kopecks(paid_days * day_price) };
}

export interface SuspensionStanding {
  readonly settings: SuspensionSettings | undefined;
  readonly situation: Situation;
  readonly inDebt: boolean;
  readonly today: Day;
  /** The planned or active one. */
  readonly current: (SuspensionSpan & { readonly state: 'planned' | 'active' }) | undefined;
  /** The day of return of the last one; null if there was none. */
  readonly lastUntil: Day | null;
}

/** The days on which a suspension can begin. */
export interface PossibleStart {
  readonly earliest: Day;
  readonly latest: Day;
}
export interface SuspensionRefusal {
  readonly reason: string;
  readonly from: Day | null;
}

/** Situations in which a service can be suspended: it works, or the client can restore it. */
const SUSPENDABLE: ReadonlySet<Situation> = new Set([
  'active',
  'schedule',
  'login_locked',
  'session_stuck',
  'binding_stale',
]);

export const isSuspendable = (situation: Situation): boolean => SUSPENDABLE.has(situation);

const PAUSED = 'Услуга уже на паузе';
const NOT_IN: Partial<Record<Situation, string>> = {
  connecting: 'Услугу ещё подключают. Приостановить её можно, когда заработает',
  paused: PAUSED,
  closed: 'Услуга закрыта',
  operator: 'Услугу закрыл провайдер. Позвоните в поддержку',
  abuse: 'Услуга закрыта из-за вредной рассылки. Позвоните в поддержку',
  repair: 'Идёт ремонт. Приостановить услугу можно, когда она заработает',
};
const IN_DEBT = 'На счёте не хватает денег на услуги. Пополните его, и услугу можно будет приостановить';

/** The days on which a suspension can begin, or why it cannot. */
export function possibleOf(standing: SuspensionStanding): PossibleStart | SuspensionRefusal {
  const { settings, today, lastUntil } = standing;
  if (!settings) return { reason: 'Провайдер не приостанавливает услуги', from: null };
  const reason = reasonAgainst(standing);
  if (reason !== null) return { reason: keepTogether(reason), from: null };
  const latest = addDays(today, settings.days_ahead);
  const earliest = lastUntil === null ? today : later(today, addDays(lastUntil, settings.days_between));
  return earliest <= latest ? { earliest, latest } : { reason: tooSoon(earliest, settings, today), from: earliest };
}

export const isPossible = (answer: PossibleStart | SuspensionRefusal): answer is PossibleStart => 'earliest' in answer;

function reasonAgainst({ situation, inDebt, current, today }: SuspensionStanding): string | null {
  if (current?.state === 'active') return PAUSED;
  if (current) return `Пауза уже назначена на ${dayText(current.from, today)}`;
  if (inDebt || situation === 'debt') return IN_DEBT;
  return isSuspendable(situation) ? null : (NOT_IN[situation] ?? 'Сейчас услугу приостановить нельзя');
}

export const tooSoon = (earliest: Day, { days_between }: SuspensionSettings, today: Day): string =>
  keepTogether(
    `После прошлого раза должно пройти ${plural(days_between, DAYS)}. Приостановить можно с ${dayText(earliest, today)}`,
  );

/** What is wrong with the chosen days; null if nothing is. */
export function faultOf(
  { from, until }: SuspensionSpan,
  { earliest, latest }: PossibleStart,
  settings: SuspensionSettings,
  today: Day,
): string | null {
  if (from < today) return 'Этот день уже прошёл. Выберите сегодняшний или другой';
  if (from < earliest) return tooSoon(earliest, settings, today);
  if (from > latest) return keepTogether(latestText(latest, today));
  const days = daysBetween(from, until);
  if (days < settings.shortest_days) return `Самый короткий срок — ${plural(settings.shortest_days, DAYS)}`;
  if (days > settings.longest_days) return `Самый долгий срок — ${plural(settings.longest_days, DAYS)}`;
  return null;
}

const latestText = (latest: Day, today: Day): string =>
  latest === today
    ? 'Приостановить можно только с сегодняшнего дня'
    : `Начать можно не позже ${dayText(latest, today)}`;

/** Why an active suspension cannot end now; null if it can. */
export function whyNotReturn(
  { early_return, until }: Pick<AgreedSuspension, 'early_return' | 'until'>,
  { inDebt, today }: { inDebt: boolean; today: Day },
): string | null {
  if (early_return === null)
    return keepTogether(`Вернуться раньше срока нельзя. Услуга заработает ${dayText(until, today)}`);
  return inDebt ? 'На счёте не хватает денег. Пополните его, и услугу можно будет возобновить' : null;
}

/** Other effects, announced before: a plan that changes meanwhile, and what happens if the money runs out. */
export function notesOf(facts: {
  readonly agreed: AgreedSuspension;
  readonly planned: { readonly name: string; readonly from: Day } | undefined;
  readonly today: Day;
}): string[] {
  const { agreed, planned, today } = facts;
  const { days_cost } = countedDays(agreed);
  return [
    ...(planned && planned.from <= agreed.until && planned.from >= agreed.from
      ? [`${dayText(planned.from, today)} тариф сменится на «${planned.name}»: услуга вернётся уже с ним`]
      : []),
    ...(days_cost > 0
      ? ['Если денег на платный день не хватит, отключатся и другие услуги этого счёта, как при любой неоплате']
      : []),
  ].map(keepTogether);
}
