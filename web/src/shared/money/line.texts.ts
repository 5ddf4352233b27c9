import { addDays, daysBetween, type Day } from '@kabinet/contract/kernel/day';
import { dayText, days, range, rubles } from '#web/lib/text/format.ts';
import type { contract, Wire } from '#web/api/contract.ts';

/** A line of an account, as its subscriber and the staff see it. */
export type Movement = Wire<typeof contract.internetAccount.statMovements>['items'][number];

const METHODS: Readonly<Record<string, string>> = {
  sbp: 'СБП',
  card: 'Банковская карта',
  cash: 'Наличные',
  bank: 'Через банк',
  transfer: 'Банковский перевод',
};

export const methodText = (method: string): string => METHODS[method] ?? 'Перевод';

export const isIncoming = ({ amount }: Pick<Movement, 'amount'>): boolean => !amount.startsWith('-');

const KINDS = {
  payment: 'Пополнение',
  charge: 'Списание',
  refund: 'Возврат платежа',
  reversal: 'Отмена платежа',
  correction: 'Исправление',
  opening: 'Остаток на начало учёта',
} as const;

/** The kind of a line, in a word. */
export function kindText(line: Pick<Movement, 'kind' | 'side' | 'amount' | 'corrects'>): string {
  if (line.kind !== 'correction') return KINDS[line.kind];
  if (line.corrects === null) return 'Перерасчёт';
  return line.side === 'charged' && isIncoming(line) ? 'Возврат списания' : KINDS.correction;
}

/** «1–30 ноября», inclusive; undefined when the line is not for days. */
export function serviceDays({ service_from: from, service_until: until }: Movement, today: string): string | undefined {
  if (from === null || until === null) return undefined;
  const last = addDays(until as Day, -1);
  if (from === last) return dayText(last, today);
  if (from.slice(0, 7) === last.slice(0, 7)) return range(Number(from.slice(8)), dayText(last, today));
  return `${dayText(from, today)}\u00a0– ${dayText(last, today)}`;
}

/** «30 дней» of the service. */
export const serviceLength = ({ service_from: from, service_until: until }: Movement): string | undefined =>
  from === null || until === null ? undefined : days(daysBetween(from as Day, until as Day));

const UNITS = { month: ' в месяц', day: ' в день' } as const;

export const movementRateText = ({ rate }: Movement): string | undefined =>
  rate === null
    ? undefined
    : rubles(rate.amount) +
      (rate.unit === null ? '' : UNITS[rate.unit]) +
      (rate.full === undefined ? '' : ` вместо ${rubles(rate.full)}`);

/** «SIP-телефония „Линия“»: quotation marks inside quotation marks are of the other kind. */
const quoted = (text: string): string => `«${text.replace(/«/g, '„').replace(/»/g, '“')}»`;

/** A mark in the list for a correction, or for a corrected line; undefined for an ordinary one, and when the line is called so. */
export function markOf(line: Movement, today: string): string | undefined {
  if (line.corrects) {
    // The line is mostly called by what it corrects: «Возврат: SIP-телефония «Линия»».
    const what = line.text.includes(line.corrects.text) ? '' : `: ${quoted(line.corrects.text)}`;
    return `${kindText(line)}${what} от\u00a0${dayText(line.corrects.day, today)}`;
  }
  if (line.corrected_by.length > 0) return 'Есть возврат или исправление';
  if (line.kind !== 'refund' && line.kind !== 'reversal' && line.kind !== 'correction') return undefined;
  const kind = kindText(line);
  return kind === line.text ? undefined : kind;
}
