import type { contract, Wire } from '#web/api/contract.ts';
import { counted, keepTogether, monthText, phone, rubles } from '#web/lib/text/format.ts';
import { isZero, sumOf } from '#web/shared/money/account-sums.ts';
import type { IconName } from '#web/ui/icon/icon.tsx';

export type CallsOfMonth = Wire<typeof contract.telephoneCall.total>;
export type Call = CallsOfMonth['items'][number];
export type Total = CallsOfMonth['totals'][number];
export type Direction = Call['direction'];
export type Rate = Wire<typeof contract.telephoneNumber.plan>['rates'][number];

const NBSP = '\u00a0';
const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** `5` → `5 с`, `245` → `4 мин 5 с`, `4320` → `1 ч 12 мин`; without seconds from an hour on. */
export function callDurationText(seconds: number): string {
  const [hours, minutes, rest] = [Math.floor(seconds / HOUR), Math.floor((seconds % HOUR) / MINUTE), seconds % MINUTE];
  const parts = [
    hours > 0 && `${hours}${NBSP}ч`,
    minutes > 0 && `${minutes}${NBSP}мин`,
    hours === 0 && (rest > 0 || minutes === 0) && `${rest}${NBSP}с`,
  ];
  return parts.filter((part) => part !== false).join(NBSP);
}

/** Whole minutes left of a package: `23 мин`. */
export const minutesText = (seconds: number): string => `${Math.floor(seconds / MINUTE)}${NBSP}мин`;

export const callsText = (count: number): string => counted(count, 'звонок', 'звонка', 'звонков');

/** The other number; foreign and short ones as they are dialled. Stars stand for hidden digits. */
export function otherText(number: string): string {
  if (!/^[*#\d]*\d$/.test(number)) return 'Номер скрыт';
  const told = phone(number);
  return told === number && number.length > 10 ? `+${number.slice(0, 3)}${NBSP}${number.slice(3)}` : told;
}

/** `+7 927 ***-**-90` → `+7 927 ••• •• 90`: hidden digits as they are shown. */
export const dottedDigits = (told: string): string =>
  told.replace(/\*-|-(?=\*)/g, (sign) => sign.replace('-', NBSP)).replaceAll('*', '•');

/** What the calls of a month cost: «За ноябрь наговорили на 56,95 ₽.» */
export function spentText({ period, totals }: Pick<CallsOfMonth, 'period' | 'totals'>): string {
  const month = monthText(period, period);
  if (totals.length === 0) return keepTogether(`За ${month} звонков пока нет.`);
  const sum = sumOf(totals.map(({ amount }) => amount));
  return keepTogether(
    isZero(sum) ? `За ${month} звонки ничего не стоили.` : `За ${month} наговорили на ${rubles(sum)}.`,
  );
}

export const directionWord: Record<Direction, string> = { out: 'Исходящий', in: 'Входящий' };
export const directionIcon: Record<Direction, IconName> = { out: 'arrow-up-right', in: 'arrow-down-left' };

/** The duration of a call, or why there was no conversation. */
export function talkText({ direction, seconds }: Pick<Call, 'direction' | 'seconds'>): string {
  if (seconds > 0) return callDurationText(seconds);
  return direction === 'in' ? 'Пропущенный' : 'Без ответа';
}

/** The text instead of a zero sum. */
export function freeText({ seconds, covered_seconds }: Pick<Call, 'seconds' | 'covered_seconds'>): string | undefined {
  if (seconds === 0) return undefined;
  return covered_seconds > 0 ? 'Из пакета' : 'Бесплатно';
}

/** `0,65 ₽ за минуту`, `0,03 ₽ за секунду`. */
export function callRateText({ price, unit_seconds, connection }: Rate): string {
  if (isZero(price) && isZero(connection)) return 'Бесплатно';
  const unit = { 1: 'секунду', 60: 'минуту' }[unit_seconds] ?? callDurationText(unit_seconds);
  const entrance = isZero(connection) ? '' : ` и${NBSP}${rubles(connection)} за${NBSP}соединение`;
  return `${rubles(price)} за${NBSP}${unit}${entrance}`;
}

/** The provider keeps the sums of the month here, and its single calls in files (docs/database.md). For a month without filters. */
export const isArchived = ({ items, totals }: CallsOfMonth): boolean => items.length === 0 && totals.length > 0;
