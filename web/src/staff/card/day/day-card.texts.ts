import { dayText, rubles } from '#web/lib/text/format.ts';
import type { IconName } from '#web/ui/icon/icon.tsx';
import type { Tone } from '#web/ui/card/state.tsx';
import { serviceLook } from '#web/shared/service/text/service.texts.ts';
import type { contract, Wire } from '../../api/contract.ts';

export type DayCard = Wire<typeof contract.card.day>;
export type DayService = DayCard['services'][number];
type Price = NonNullable<DayService['price']>;

const NO_INCIDENT = () => false;

interface Look {
  readonly tone: Tone;
  readonly icon: IconName;
  readonly word: string;
}

/** What is known of a state only from a charge, or not at all. */
const UNWRITTEN = {
  paid: { tone: 'info', icon: 'circle-check', word: 'День оплачен' },
  unknown: { tone: 'off', icon: 'info', word: 'Состояние неизвестно' },
} as const satisfies Record<string, Look>;

export function dayLook({ kind, state, reason }: DayService): Look {
  if (state === 'paid' || state === 'unknown') return UNWRITTEN[state];
  return serviceLook(kind, { state, reason }, NO_INCIDENT);
}

const UNITS = { month: 'в\u00a0месяц', day: 'в\u00a0день' } as const;

export const dayPriceText = ({ amount, unit }: Price): string =>
  amount === '0.00' ? 'бесплатно' : `${rubles(amount)} ${UNITS[unit]}`;

/** How the price is known, and what it was instead of. */
export const priceNote = ({ instead_of: full, known_by: by }: Price): string =>
  [full === null ? '' : `вместо ${rubles(full)}`, by === 'charge' ? 'по списанию' : 'по каталогу']
    .filter(Boolean)
    .join(', ');

/** «14 октября 2026»: of a day that has passed the year is a part. */
export const fullDay = (day: string): string => dayText(day, '');
