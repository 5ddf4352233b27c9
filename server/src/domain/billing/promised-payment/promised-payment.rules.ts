import { addDays, daysBetween, type Day, type Instant } from '@kabinet/contract/kernel/day';
import { kopecks, type Kopecks } from '@kabinet/contract/kernel/money';
import { dayText, keepTogether, plural, rubles } from '#server/domain/shared/text.rules.ts';
import { forecastAfter, forecastFrom, type Forecast } from '../forecast/forecast.rules.ts';

/** The provider's terms for one kind of account (`promised_payment` in the provider's settings). */
export interface PromiseSettings {
  readonly days: number;
  readonly fee: Kopecks;
  readonly most: Kopecks;
  readonly interval_days: number;
  readonly tenure_days: number;
}

/** A promised payment that was taken. */
export interface PromisedPayment {
  readonly amount: Kopecks;
  readonly fee: Kopecks;
  readonly takenOn: Day;
  readonly takenAt: Instant;
  /** It ends at the start of this day. */
  readonly endsOn: Day;
  readonly state: 'active' | 'repaid' | 'ended';
}

/** The facts that the terms are computed from. */
export interface PromiseCircumstances {
  readonly forecast: Forecast;
  readonly settings: PromiseSettings | undefined;
  readonly openedOn: Day;
  /** Whether the contract itself is active. */
  readonly isActive: boolean;
  /** Another billing charges, which is asked for the promise: what it was asked for before. Absent: we charge. */
  readonly elsewhere?: AskedElsewhere | undefined;
  /** The account's latest promise. */
  readonly last: PromisedPayment | undefined;
}

export interface AskedElsewhere {
  /** Why it is not asked now: a request waits, or was confirmed today; null: nothing is against it. */
  readonly reason: string | null;
}

/** Another billing can be asked for it; it alone knows the sum and the term. */
export interface PromiseQuestion {
  readonly isAsked: true;
}

export interface PromiseOffer {
  readonly amount: Kopecks;
  readonly fee: Kopecks;
  readonly endsOn: Day;
}

/** The reason for a refusal, in Russian, and the day from which it is possible, if known. */
export interface PromisedPaymentRefusal {
  readonly reason: string;
  readonly from: Day | null;
}

const ZERO = kopecks(0);
const ROUBLE = 100;
const upToRoubles = (amount: number): Kopecks => kopecks(Math.ceil(amount / ROUBLE) * ROUBLE);

/** The last whole day of a promise that ends at the start of `endsOn`. */
export const lastDayOf = (endsOn: Day): Day => addDays(endsOn, -1);

/** «23 ноября, 23:59». */
export const promiseUntilText = (endsOn: Day, today: Day): string => `${dayText(lastDayOf(endsOn), today)}, 23:59`;

/**
 * The sum needed so that everything works through `lastDay`: the debt for which services are off, and charges up to and
 * including that day beyond balance and credit limit. To the kopeck; 0 if nothing is missing.
 */
export function shortfall(forecast: Forecast, lastDay: Day): Kopecks {
  let added = forecast.debt;
  for (;;) {
    const missing = missingAfter(forecast, added, lastDay);
    if (missing === 0) return added;
    added = kopecks(added + missing);
  }
}

function missingAfter(forecast: Forecast, added: Kopecks, lastDay: Day): Kopecks {
  const after = forecastAfter(forecast, added);
  if (after.blocked) return after.debt;
  const uncovered = after.upcoming.find(({ missing }) => missing > 0);
  return uncovered && uncovered.day <= lastDay ? uncovered.missing : ZERO;
}

/** Whether a promised payment can be taken now and for how much; otherwise why not and from when. */
export function termsOf(circumstances: PromiseCircumstances): PromiseOffer | PromiseQuestion | PromisedPaymentRefusal {
  const { forecast, settings, elsewhere } = circumstances;
  if (!settings) return refusal('По этому счёту обещанного платежа нет', null);
  if (elsewhere) return questionOf(circumstances, elsewhere);
  const final = finalRefusal(circumstances);
  if (final) return final;
  const endsOn = addDays(forecast.today, settings.days + 1);
  const missing = shortfall(forecast, lastDayOf(endsOn));
  const waits = waitsFor(circumstances, settings, missing);
  const [first] = waits;
  if (first) return waiting(first.reason, latestOf(waits), forecast.today);
  const amount = upToRoubles(missing + settings.fee);
  if (amount > settings.most) return refusal(tooMuch(amount, settings), null);
  return { amount, fee: settings.fee, endsOn };
}

type PromiseAnswer = ReturnType<typeof termsOf>;

export const isOffer = (terms: PromiseAnswer): terms is PromiseOffer => 'amount' in terms;
export const isQuestion = (terms: PromiseAnswer): terms is PromiseQuestion => 'isAsked' in terms;

function questionOf(
  { isActive, forecast }: PromiseCircumstances,
  { reason }: AskedElsewhere,
): PromiseQuestion | PromisedPaymentRefusal {
  if (!isActive) return refusal(SUSPENDED, null);
  if (reason !== null) return refusal(reason, null);
  return forecast.blocked ? { isAsked: true } : refusal('Сейчас он не нужен: за долг ничего не отключено', null);
}

const SUSPENDED = 'Договор приостановлен. Позвоните нам, и подскажем, как вернуться';

const refusal = (reason: string, from: Day | null): PromisedPaymentRefusal => ({ reason: keepTogether(reason), from });

const waiting = (reason: string, from: Day | null, today: Day): PromisedPaymentRefusal =>
  refusal(from === null ? reason : `${reason}. Можно будет взять с ${dayText(from, today)}`, from);

/** A refusal that does not depend on the day. */
function finalRefusal({
  isActive,
  last,
  forecast,
  settings,
}: PromiseCircumstances): PromisedPaymentRefusal | undefined {
  if (!isActive) return refusal(SUSPENDED, null);
  if (!last || last.state === 'repaid') return undefined;
  const { today } = forecast;
  const from = addDays(last.takenOn, settings?.interval_days ?? 0);
  if (last.state === 'active') {
    return refusal(
      `Обещанный платёж уже действует до ${promiseUntilText(last.endsOn, today)}`,
      later(from, last.endsOn),
    );
  }
  const again = from > today ? `с ${dayText(from, today)} его` : 'его';
  return refusal(`Прошлый обещанный платёж не погашен. Заплатите долг, и ${again} снова можно будет взять`, null);
}

interface Wait {
  readonly reason: string;
  /** null: the day is beyond the horizon. */
  readonly from: Day | null;
}

/** Obstacles that a later day removes, the most important first. */
function waitsFor(circumstances: PromiseCircumstances, settings: PromiseSettings, missing: Kopecks): Wait[] {
  const { forecast, openedOn, last } = circumstances;
  const { today } = forecast;
  const known = addDays(openedOn, settings.tenure_days);
  const again = last && addDays(last.takenOn, settings.interval_days);
  return [
    ...(missing === 0 ? [enough(forecast, settings)] : []),
    ...(known > today
      ? [
          {
            reason: `Доступен тем, кто с нами не меньше ${plural(settings.tenure_days, GEN_DAYS)}`,
            from: known,
          },
        ]
      : []),
    ...(again !== undefined && again > today
      ? [
          {
            reason: `Его можно брать раз в ${plural(settings.interval_days, DAYS)}`,
            from: again,
          },
        ]
      : []),
  ];
}

const DAYS = ['день', 'дня', 'дней'] as const;
/** «не меньше 1 дня», «не меньше 30 дней». */
const GEN_DAYS = ['дня', 'дней', 'дней'] as const;

/** Money is enough: a promise becomes possible shortly before the first uncovered charge. */
function enough({ upcoming, lastsUntil, today }: Forecast, settings: PromiseSettings): Wait {
  if (lastsUntil === null) return { reason: 'Сейчас он не нужен: денег хватает', from: null };
  const missing = upcoming.find((charge) => charge.missing > 0)?.missing ?? ZERO;
  const fits = upToRoubles(missing + settings.fee) <= settings.most;
  return {
    reason: `Сейчас он не нужен: денег хватает до ${dayText(lastsUntil, today)}`,
    from: fits ? addDays(lastsUntil, -settings.days) : null,
  };
}

const tooMuch = (amount: Kopecks, { most }: PromiseSettings): string =>
  `Не хватает ${rubles(amount)}, а обещанный платёж — не больше ${rubles(most)}. Пополните счёт на ${rubles(kopecks(amount - most))}, и его можно будет взять`;

/** The last of the days; null if one of them is unknown. */
function latestOf(waits: readonly Wait[]): Day | null {
  const days = waits.map(({ from }) => from);
  return days.includes(null)
    ? null
    : (days
        .filter((day) => day !== null)
        .sort()
        .at(-1) ?? null);
}

const later = (a: Day, b: Day): Day => (a > b ? a : b);

/** The account after the promise is taken: services off for debt are restored, and what is due is charged. */
export const afterTaking = (forecast: Forecast, { amount, fee }: PromiseOffer): Forecast =>
  forecastAfter({ ...forecast, creditLimit: kopecks(forecast.creditLimit + amount) }, kopecks(0 - fee));

/** The payment that makes the promise unnecessary, in whole roubles; 0 if it already is. */
export const toPay = (forecast: Forecast, promised: Pick<PromisedPayment, 'amount' | 'endsOn'>): Kopecks =>
  upToRoubles(shortfall(withoutPromise(forecast, promised.amount), lastDayOf(promised.endsOn)));

/**
 * The account as if without the promise: the excess over its own limit is a debt. If nothing is then missing through
 * the end of the promise, the promise is repaid (docs/decisions/0030).
 */
export function withoutPromise(forecast: Forecast, amount: Kopecks): Forecast {
  const creditLimit = kopecks(forecast.creditLimit - amount);
  return forecastFrom({ ...forecast, creditLimit, blocked: forecast.blocked || forecast.balance + creditLimit < 0 });
}

/**
 * The forecast with an active promise, after `payment`: money that does not close the promise lasts at most to its end.
 * Charges after the end are omitted, because they will not happen.
 */
export function withPromise(
  forecast: Forecast,
  promised: Pick<PromisedPayment, 'amount' | 'endsOn'>,
  payment = ZERO,
): Forecast {
  const { amount, endsOn } = promised;
  const own = withoutPromise(forecast, amount);
  if (shortfall(own, lastDayOf(endsOn)) <= payment) return forecastAfter(own, payment);
  const after = forecastAfter(forecast, payment);
  if (after.lastsUntil !== null && after.lastsUntil <= endsOn) return after;
  return {
    ...after,
    upcoming: after.upcoming.filter(({ day }) => day < endsOn),
    lastsUntil: endsOn,
    daysLeft: daysBetween(after.today, endsOn),
  };
}
