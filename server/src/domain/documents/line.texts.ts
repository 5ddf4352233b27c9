import { addDays, daysBetween, type Day } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { LineKind } from '#server/domain/money/account/line-kind.rules.ts';
import { dayText, phoneText, plural, rubles, YEARLESS } from '#server/domain/shared/text.rules.ts';

/** Facts about a line that a document prints besides its text. */
export interface ExplainedLine {
  readonly kind: LineKind;
  readonly side: 'paid' | 'charged';
  readonly amount: Kopecks;
  readonly text: string;
  readonly method: string | null;
  readonly user_name: string | null;
  readonly phone_number: string | null;
  readonly service_from: Day | null;
  readonly service_until: Day | null;
  readonly rate_kopecks: Kopecks | null;
  readonly rate_unit: 'month' | 'day' | null;
  readonly full_rate_kopecks: Kopecks | null;
  readonly corrects: { readonly day: Day; readonly text: string } | null;
}

export const ACCOUNT_TITLES = { i: '«Интернет»', t: '«Телефон»' } as const;

const METHODS: Readonly<Record<string, string>> = {
  sbp: 'СБП',
  card: 'банковская карта',
  cash: 'наличные',
  bank: 'через банк',
  transfer: 'банковский перевод',
};

export const methodText = (method: string | null): string => METHODS[method ?? ''] ?? 'перевод';

const KINDS = {
  payment: 'Пополнение',
  charge: 'Списание',
  refund: 'Возврат платежа',
  reversal: 'Отмена платежа',
  correction: 'Исправление',
  opening: 'Начальный остаток',
} as const;

/** The kind of a line, in a word. */
export function kindText({
  kind,
  side,
  amount,
  corrects,
}: Pick<ExplainedLine, 'kind' | 'side' | 'amount' | 'corrects'>): string {
  if (kind !== 'correction') return KINDS[kind];
  if (corrects === null) return 'Перерасчёт';
  return side === 'charged' && amount > 0 ? 'Возврат списания' : KINDS.correction;
}

/** «В том числе НДС 22 % с услуг на 1 234,00 ₽»: the sum of the VAT stands beside it. */
export const taxText = ({ percent, services }: { percent: number | null; services: Kopecks }): string =>
  percent === null
    ? `Услуги на ${exactRubles(services)}, без НДС`
    : `В том числе НДС ${percent}\u00a0% с услуг на ${exactRubles(services)}`;

/** The name of a line's service; empty if it has none. */
export const serviceText = ({ user_name, phone_number }: Pick<ExplainedLine, 'user_name' | 'phone_number'>): string =>
  user_name ?? (phone_number === null ? '' : `номер ${phoneText(phone_number)}`);

/** «1–30 ноября 2026», «1 ноября – 15 декабря 2026», both days inclusive. */
export function daysText(from: Day, last: Day): string {
  const until = dayText(last, YEARLESS);
  if (from === last) return until;
  if (from.slice(0, 7) === last.slice(0, 7)) return `${Number(from.slice(8))}–${until}`;
  return `${dayText(from, from.slice(0, 4) === last.slice(0, 4) ? from : YEARLESS)}\u00a0– ${until}`;
}

const RATES = { month: ' в месяц', day: ' в день' } as const;

/** «по 520 ₽ в месяц вместо 650 ₽» */
function rateText({ rate_kopecks: rate, rate_unit: unit, full_rate_kopecks: full }: ExplainedLine): string {
  if (rate === null) return '';
  return `по ${rubles(rate)}${unit === null ? '' : RATES[unit]}${full === null ? '' : ` вместо ${rubles(full)}`}`;
}

/** The explanation of a line: its service, days and rate, and the line that it corrects. */
export function explanation(line: ExplainedLine): string {
  const { service_from: from, service_until: until, corrects } = line;
  const service = serviceText(line);
  return [
    // «Интернет «Волга 300»» already names its service «Интернет».
    line.text.startsWith(service) ? '' : service,
    from === null || until === null
      ? ''
      : `${daysText(from, addDays(until, -1))} (${plural(daysBetween(from, until), ['день', 'дня', 'дней'])})`,
    rateText(line),
    corrects === null ? '' : `исправляет «${corrects.text}» от ${dayText(corrects.day, YEARLESS)}`,
  ]
    .filter((part) => part !== '')
    .join(', ');
}

const NBSP = '\u00a0';

/** «1 234,00 ₽», always with kopecks, as in tables; `signed` adds a plus to positive sums. */
export function exactRubles(amount: Kopecks, { signed = false } = {}): string {
  const text = rubles(amount);
  const exact = text.includes(',') ? text : text.replace(`${NBSP}₽`, `,00${NBSP}₽`);
  return signed && amount > 0 ? `+${exact}` : exact;
}
