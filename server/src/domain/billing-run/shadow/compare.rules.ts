import type { Day } from '@kabinet/contract/kernel/day';
import { kopecks, type Kopecks } from '@kabinet/contract/kernel/money';
import {
  calledFrom,
  ruleText,
  whyNotText,
  type EndedPrice,
  type ShadowLine,
  type UnchargedThing,
} from './rule.texts.ts';

/**
 * `rounding`: less than a rouble apart; `day`: the same on another day; `twice`: told twice; `account`: the same on another account.
 */
export type DifferenceKind = 'amount' | 'rounding' | 'day' | 'only_ours' | 'only_theirs' | 'twice' | 'account';

/** A line of the other billing; a charge is above zero, as ours. */
export interface TheirLine {
  readonly account_id: number;
  readonly text: string;
  readonly amount: Kopecks;
}

export interface Difference {
  readonly account_id: number;
  readonly kind: DifferenceKind;
  readonly service: string;
  readonly ours: Kopecks;
  readonly theirs: Kopecks;
  readonly rule: string;
}

/** What is known of one account's day. */
export interface AccountDay {
  readonly day: Day;
  readonly ours: readonly ShadowLine[];
  readonly theirs: readonly TheirLine[];
  readonly ended: readonly EndedPrice[];
  readonly uncharged: readonly UnchargedThing[];
}

const ZERO = kopecks(0);
const ROUBLE = 100;

/** Words only, between spaces, so that «Сто» is not found in «Стоимость». */
const plain = (text: string): string =>
  ` ${text
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `;

/** Whether a text of theirs names a thing of ours: «Абонплата Сто» names «Интернет «Сто»». */
function names(text: string, ours: string): boolean {
  const theirs = plain(text);
  const isIn = (name: string): boolean => name.trim() !== '' && theirs.includes(name);
  return isIn(plain(ours)) || isIn(plain(/«(.*)»/.exec(ours)?.[1] ?? ''));
}

/** The number without its code, as many print it. */
const SHORT = 7;

/** «Телефония 7 (495) 112-23-44» is about the calls of 74951122344. */
function namesNumber({ text }: TheirLine, ours: ShadowLine): boolean {
  const number = calledFrom(ours)?.slice(-SHORT);
  return number !== undefined && text.replaceAll(/\D+/g, '').includes(number);
}

const areAlike = (ours: ShadowLine, theirs: TheirLine): boolean =>
  names(theirs.text, ours.text) || namesNumber(theirs, ours);

type Fits = (ours: ShadowLine, theirs: TheirLine) => boolean;

/** From the surest to the loosest; whoever has found a pair is out. */
const WAYS: readonly Fits[] = [
  (ours, theirs) => ours.amount === theirs.amount && areAlike(ours, theirs),
  (ours, theirs) => ours.amount === theirs.amount,
  (ours, theirs) => ours.amount > 0 && theirs.amount > 0 && areAlike(ours, theirs),
];

function pairs(ours: readonly ShadowLine[], theirs: readonly TheirLine[]) {
  const left = { ours: [...ours], theirs: [...theirs] };
  const found: { readonly ours: ShadowLine; readonly theirs: TheirLine }[] = [];
  for (const fits of WAYS)
    for (const one of [...left.ours]) {
      const place = left.theirs.findIndex((other) => fits(one, other));
      const [other] = place < 0 ? [] : left.theirs.splice(place, 1);
      if (!other) continue;
      left.ours.splice(left.ours.indexOf(one), 1);
      found.push({ ours: one, theirs: other });
    }
  return { found, left };
}

/** The differences of one account's day, line by line. */
export function compareDay({ day, ours, theirs, ended, uncharged }: AccountDay): Difference[] {
  const { found, left } = pairs(ours, theirs);
  const ruleOf = (line: ShadowLine): string =>
    ruleText(
      line,
      day,
      ended.find(({ what }) => what === line.what),
    );
  const inAmount = found
    .filter((pair) => pair.ours.amount !== pair.theirs.amount)
    .map(({ ours: one, theirs: other }): Difference => {
      const isSmall = Math.abs(one.amount - other.amount) < ROUBLE;
      const { account_id, text: service, amount } = one;
      const kind = isSmall ? 'rounding' : 'amount';
      return { account_id, kind, service, ours: amount, theirs: other.amount, rule: ruleOf(one) };
    });
  const missing = left.ours.map((one): Difference => {
    const { account_id, text: service, amount } = one;
    return { account_id, kind: 'only_ours', service, ours: amount, theirs: ZERO, rule: ruleOf(one) };
  });
  const extra = left.theirs.map((other): Difference => {
    const twin = found.find((pair) => pair.theirs.text === other.text && pair.theirs.amount === other.amount);
    const { account_id, text: service, amount } = other;
    const base = { account_id, service, ours: ZERO, theirs: amount };
    if (twin) return { ...base, kind: 'twice', rule: `у нас одна строка: ${ruleOf(twin.ours)}` };
    return { ...base, kind: 'only_theirs', rule: whyNot(other, uncharged, day) };
  });
  return [...inAmount, ...missing, ...extra];
}

function whyNot({ text }: TheirLine, uncharged: readonly UnchargedThing[], day: Day): string {
  const named = uncharged.filter((thing) => names(text, thing.text) || names(text, thing.name));
  // What is no longer sold explains a charge better than what has been charged already.
  const [thing] = named.toSorted((a, b) => Number(b.until !== null) - Number(a.until !== null));
  return thing ? whyNotText(thing, day) : 'у этого счёта такой услуги нет';
}

/** A difference that may be one half of another. */
export interface HalfDifference {
  readonly shadow_difference_id: number;
  readonly day: Day;
  readonly account_id: number;
  readonly account_no: string;
  readonly kind: 'only_ours' | 'only_theirs';
  readonly service: string;
  readonly amount: Kopecks;
}

type Pair = readonly [HalfDifference, HalfDifference];

const areSame = (one: HalfDifference, other: HalfDifference): boolean => {
  if (one.kind === other.kind || one.amount !== other.amount) return false;
  const [ours, theirs] = one.kind === 'only_ours' ? [one, other] : [other, one];
  return names(theirs.service, ours.service);
};

/** More halves of one sum are not looked at: which belongs to which would be a guess. */
const MOST_ALIKE = 200;

/** Pairs that are one thing: each half has exactly one other that `isBeside` allows. */
export function sameThings(
  halves: readonly HalfDifference[],
  isBeside: (one: HalfDifference, other: HalfDifference) => boolean,
): Pair[] {
  return [...Map.groupBy(halves, ({ amount }) => amount).values()]
    .filter((alike) => alike.length > 1 && alike.length <= MOST_ALIKE)
    .flatMap((alike) => pairsAmong(alike, isBeside));
}

function pairsAmong(
  alike: readonly HalfDifference[],
  isBeside: (one: HalfDifference, other: HalfDifference) => boolean,
): Pair[] {
  const partnersOf = (one: HalfDifference) => alike.filter((other) => areSame(one, other) && isBeside(one, other));
  return alike.flatMap((one): Pair[] => {
    const [other, ...more] = one.kind === 'only_ours' ? partnersOf(one) : [];
    return other && more.length === 0 && partnersOf(other).length === 1 ? [[one, other]] : [];
  });
}
