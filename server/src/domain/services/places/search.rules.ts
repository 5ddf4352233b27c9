import type { ServiceKind } from '#server/domain/shared/service-kind.rules.ts';
import { isTroubled, type WordedService } from './places.rules.ts';

export interface Sought {
  readonly q?: string | undefined;
  readonly kind?: ServiceKind | undefined;
  readonly address?: string | undefined;
  readonly troubled?: unknown;
}

/** Lower case, «ё» as «е», every kind of space as a plain space. */
const folded = (text: string): string => text.toLowerCase().replaceAll('ё', 'е').replace(/\s/g, ' ');
const digits = (text: string): string => text.replace(/\D/g, '');
/** Fewer digits than this are a part of a name or an address rather than of a number. */
const LEAST_DIGITS = 3;

/** Services by words and kind. Every word must be in the name, the login, the address or the plan; digits also in the number. */
export function foundServices(services: readonly WordedService[], sought: Sought): WordedService[] {
  const { q = '' } = sought;
  const words = folded(q).split(' ').filter(Boolean);
  const number = /^[\d\s()+-]+$/.test(q) ? digits(q).replace(/^8(?=\d{10}$)/, '7') : '';
  const isNumber = ({ phone_number: own }: WordedService): boolean =>
    number.length >= LEAST_DIGITS && own?.includes(number) === true;
  return services.filter((one) => isWithin(one, sought) && (hasWords(one, words) || isNumber(one)));
}

const isWithin = (one: WordedService, { kind, address, troubled }: Sought): boolean =>
  (kind ?? one.kind) === one.kind &&
  (address ?? one.address) === one.address &&
  (troubled === undefined || isTroubled(one));

function hasWords({ name, login, address, plan }: WordedService, words: readonly string[]): boolean {
  const text = folded([name, login, address, plan].join(' '));
  return words.every((word) => text.includes(word));
}
