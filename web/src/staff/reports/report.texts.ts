import { NBSP } from '@kabinet/contract/kernel/russian';
import { dayText, number } from '#web/lib/text/format.ts';
import { toKopecks } from '#web/shared/money/account-sums.ts';

export const REPORT_TITLES = {
  revenue: 'Выручка',
  payments: 'Платежи',
  services: 'Услуги и тарифы',
  debtors: 'Долги',
  contracts: 'Договоры',
  bill: 'Средний счёт',
  promises: 'Обещанные платежи',
} as const;

/** The reports of a month; the others tell many months, or this minute. */
const OF_MONTH: ReadonlySet<string> = new Set(['revenue', 'payments', 'services']);
export const isOfMonth = (name: string): boolean => OF_MONTH.has(name);

export const SERVICES = {
  internet: 'Интернет',
  tv: 'ТВ',
  sip: 'SIP-телефония',
  mail: 'Почта',
  telephone: 'Телефон',
  other: 'Прочее',
} as const;

export const SOURCES = {
  cash: 'Касса',
  bank: 'Банки',
  terminal: 'Терминалы',
  card: 'Карты',
  sbp: 'СБП',
  transfer: 'Переводы',
  promised: 'Обещанный платёж',
  other: 'Прочее',
} as const;

/** «1,2 млн», «690 тыс.», «562»: a sum for a scale and for a figure at a glance; the exact one stands in the table. */
export function brief(amount: number): string {
  const size = Math.abs(amount);
  if (size >= 1e6) return `${number(amount / 1e6)}${NBSP}млн`;
  if (size >= 1e4) return `${number(Math.round(amount / 1e3))}${NBSP}тыс.`;
  return number(Math.round(amount));
}

/** The same of a sum of the wire, in roubles. */
export const briefMoney = (wire: string): string => `${brief(toKopecks(wire) / 100)}${NBSP}₽`;

/** «октября», with the year only when it is not the present one. */
export const ofMonth = (month: string, today: string): string => dayText(`${month}-01`, today).slice(2);
/** «октябре» */
export const inMonth = (month: string, today: string): string => ofMonth(month, today).replace(/[ая](?=\s|$)/, 'е');

/** How much more or less, in per cent; undefined: there is nothing to compare with. */
export function shift(now: string, before: string): number | undefined {
  const base = toKopecks(before);
  return base > 0 ? ((toKopecks(now) - base) / base) * 100 : undefined;
}

/** «на 4,2 % больше» */
export const shiftText = (percent: number): string =>
  `на ${number(Math.abs(percent))}${NBSP}% ${percent < 0 ? 'меньше' : 'больше'}`;

/** How many of a hundred. */
export const share = (part: number, whole: number): number => (whole > 0 ? Math.round((part / whole) * 100) : 0);
