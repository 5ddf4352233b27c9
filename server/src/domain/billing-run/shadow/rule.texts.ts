import { addDays, daysBetween, type Day } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import { dayText, keepTogether, rubles, YEARLESS } from '#server/domain/shared/text.rules.ts';

/** A line of the shadow, as it is kept. A charge is above zero, a return below. */
export interface ShadowLine {
  readonly account_id: number;
  readonly what: string;
  readonly text: string;
  readonly amount: Kopecks;
  readonly service_from: Day;
  readonly service_until: Day;
  /** null: a return, or the calls of a month. */
  readonly unit: 'month' | 'day' | null;
  readonly rate: Kopecks | null;
  readonly full_rate: Kopecks | null;
  readonly period_from: Day | null;
  readonly period_until: Day | null;
  readonly promo_until: Day | null;
  /** When the price of its own ends or, if there is none yet, begins. */
  readonly turns_on: Day | null;
}

/** A price of an account's own that has ended. */
export interface EndedPrice {
  readonly account_id: number;
  readonly what: string;
  readonly percent: number | null;
  readonly ended_on: Day;
}

const on = (day: Day): string => dayText(day, YEARLESS);

function spanText({ service_from: from, service_until: until, period_from, period_until, unit }: ShadowLine): string {
  if (unit === 'day') return 'за день';
  if (from === period_from && until === period_until) return 'полный месяц';
  const days = daysBetween(from, until);
  const ofDays = period_from && period_until ? ` из ${daysBetween(period_from, period_until)}` : '';
  return `по дням с ${on(from)} по ${on(addDays(until, -1))}, ${days}${ofDays}`;
}

const endedText = ({ percent, ended_on: since }: EndedPrice): string =>
  `${percent === null ? 'своя цена' : `скидка ${percent} %`} кончилась ${on(since)}`;

function priceText(line: ShadowLine, day: Day, ended: EndedPrice | undefined): string {
  const { rate, full_rate: full, promo_until: promo, turns_on: turns } = line;
  const price = rubles(rate ?? line.amount);
  if (promo !== null && promo > day) return `цена акции ${price} до ${on(promo)}`;
  if (full !== null) return `своя цена ${price} вместо ${rubles(full)}${turns === null ? '' : ` до ${on(turns)}`}`;
  if (ended !== undefined) return `цена ${price}, ${endedText(ended)}`;
  return promo === null ? `цена ${price}` : `цена ${price}, акция кончилась ${on(promo)}`;
}

/** The number whose calls a line sums up; undefined: it is no line of calls. */
export const calledFrom = ({ what }: Pick<ShadowLine, 'what'>): string | undefined => /^(\d+):calls:/.exec(what)?.[1];

function madeBy(line: ShadowLine, day: Day, ended: EndedPrice | undefined): string {
  if (line.unit !== null) return `${spanText(line)}, ${priceText(line, day, ended)}`;
  const days = `с ${on(line.service_from)} по ${on(addDays(line.service_until, -1))}`;
  return calledFrom(line) === undefined ? `возврат за дни ${days}` : `звонки ${days} по нашим ценам`;
}

/** The rule that made a line of ours: «полный месяц, цена 600 ₽». */
export const ruleText = (line: ShadowLine, day: Day, ended?: EndedPrice): string =>
  keepTogether(madeBy(line, day, ended));

/** Something that an account has or had, of which nothing was charged on the day. */
export interface UnchargedThing {
  readonly account_id: number;
  readonly text: string;
  readonly name: string;
  readonly situation: string;
  readonly from: Day | null;
  readonly until: Day | null;
  readonly returns_on: Day | null;
  readonly promo: Kopecks | null;
  readonly promo_until: Day | null;
  readonly price: Kopecks;
  readonly charged_until: Day | null;
}

const OFF: Readonly<Record<string, string>> = {
  paused: 'пауза',
  debt: 'долг',
  operator: 'закрыта оператором',
  connecting: 'ещё подключается',
};

type Reason = (thing: UnchargedThing, day: Day) => string | false;

/** The first that holds explains it. */
const REASONS: readonly Reason[] = [
  ({ situation, until }) =>
    situation === 'closed' && (until === null ? 'услуга закрыта' : `услуга закрыта с ${on(until)}`),
  ({ until }, day) => until !== null && until <= day && `отключено с ${on(until)}`,
  ({ from }, day) => from !== null && from > day && `начнётся ${on(from)}`,
  ({ situation, returns_on: returns }, day) =>
    (returns === null || returns > day) &&
    situation in OFF &&
    `${OFF[situation] ?? ''}${returns === null ? '' : ` до ${on(returns)}`}`,
  ({ promo, promo_until: until }, day) =>
    promo === 0 && until !== null && until > day && `бесплатный период до ${on(until)}`,
  ({ charged_until: until }, day) => until !== null && until > day && `уже списано по ${on(addDays(until, -1))}`,
  ({ price }) => price === 0 && 'бесплатно',
];

/** Why our run charges nothing for a thing on the day: «пауза до 1 мая», «бесплатный период до 1 мая». */
export function whyNotText(thing: UnchargedThing, day: Day): string {
  const reasons = REASONS.map((reason) => reason(thing, day)).filter((text) => text !== false);
  return keepTogether(reasons[0] ?? 'на этот день списывать нечего');
}
