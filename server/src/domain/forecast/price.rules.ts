import type { Day } from '@kabinet/contract/kernel/day';
import { kopecks, type Kopecks } from '@kabinet/contract/kernel/money';
import { feeIn, type Situation } from '../service-user/situation.rules.ts';
import { held } from '../text/text.rules.ts';
import type { Fee } from './forecast.rules.ts';

/** What a plan is of, as the table of plans names it. */
type ServiceKind = 'internet' | 'tv' | 'sip' | 'mail' | 'telephone';

/** A price as the database has it: of a plan (with its kind), an option, or a program (with its id). */
export interface Price {
  /** The service; null for a phone number and for a program of the contract. */
  readonly userId: number | null;
  readonly situation: Situation;
  readonly returnsOn: Day | null;
  readonly kind: ServiceKind | null;
  readonly programId: number | null;
  readonly name: string;
  readonly amount: Kopecks;
  readonly unit: 'month' | 'day';
  /** When the price itself begins and ends, whatever the state of the service. */
  readonly from: Day | null;
  readonly until: Day | null;
}

const kinds = {
  internet: 'Интернет',
  tv: 'ТВ',
  sip: 'SIP-телефония',
  mail: 'Почта',
  telephone: 'Телефон',
} as const satisfies Record<ServiceKind, string>;

const texts = new Map<string, string>();

/**
 * «Интернет «Волга 300»», «Статический адрес»: a plan is told by its kind, an option or a program by its name. Kept, since
 * a catalogue is small and a company has the same plan a hundred times.
 */
function feeText({ kind, name }: Price): string {
  const raw = kind === null ? name : `${kinds[kind]} «${name}»`;
  let text = texts.get(raw);
  if (text === undefined) {
    text = held(raw);
    texts.set(raw, text);
  }
  return text;
}

/** The fee that follows from a price and the state of its service; null where nothing is charged (`feeIn`), or for free. */
export function feeOf(price: Price): Fee | null {
  const runs = feeIn[price.situation];
  const isComing = runs !== 'no' && (runs !== 'after_return' || price.returnsOn !== null);
  if (!isComing || price.amount === 0) return null;
  const { amount, unit, until } = price;
  return { text: feeText(price), amount, unit, from: later(price.from, price.returnsOn), until };
}

export const feesOf = (prices: readonly Price[]): Fee[] => prices.map(feeOf).filter((fee) => fee !== null);

const later = (a: Day | null, b: Day | null): Day | null => (a === null || (b !== null && b > a) ? b : a);

const DAYS_OF_MONTH = 30;

/** What these prices make in a month of thirty days as things stand today, also while nothing is charged. */
export function monthlyOf(prices: readonly Price[], today: Day): Kopecks {
  const current = prices.filter(
    ({ from, until }) => (from === null || from <= today) && (until === null || today < until),
  );
  return kopecks(current.reduce((sum, { amount, unit }) => sum + amount * (unit === 'day' ? DAYS_OF_MONTH : 1), 0));
}
