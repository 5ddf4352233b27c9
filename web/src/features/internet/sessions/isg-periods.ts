import type { contract, Wire } from '#web/api/contract.ts';
import { counted } from '#web/lib/text/format.ts';

export type IsgUse = Wire<typeof contract.internetAccount.statIsg>;
export type MonthUse = IsgUse['months'][number];
export type IsgSession = IsgUse['items'][number];

export const PERIOD = /^\d{4}-(?:0[1-9]|1[0-2])$/;

/** The most months that one request asks for. */
export const MOST_MONTHS = 100;

const NBSP = '\u00a0';
const HOUR = 3600;

/** `12540` → `3 ч 29 мин`; without minutes from a hundred hours on. */
export function lastText(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / HOUR), Math.floor((seconds % HOUR) / 60)];
  if (hours === 0) return minutes === 0 ? `${seconds}${NBSP}с` : `${minutes}${NBSP}мин`;
  return hours >= 100 || minutes === 0 ? `${hours}${NBSP}ч` : `${hours}${NBSP}ч${NBSP}${minutes}${NBSP}мин`;
}

export const sessionsText = (count: number): string => counted(count, 'сеанс', 'сеанса', 'сеансов');
