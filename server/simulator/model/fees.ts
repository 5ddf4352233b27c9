import { addDays, daysBetween, type Day } from '@kabinet/contract/kernel/day';
import { daysOfPeriod } from './calendar.ts';
import type { ModelAccount, CoveredCharge, ModelExtra, ModelLine, ModelPrice, Priced, Snapshot } from './snapshot.ts';

/** A ledger line that charging must have written, in kopecks: negative is charged, positive is given back. */
export interface ExpectedLine {
  readonly accountId: number;
  readonly what: string;
  readonly day: Day;
  readonly amount: number;
  readonly from: Day | null;
  readonly until: Day | null;
}

/** The price of a fee on one day. */
interface Sold {
  readonly soldId: number;
  readonly rate: number;
  readonly unit: 'month' | 'day';
  readonly isPromo: boolean;
  /** The client's own price that decides; null: the catalogue does. */
  readonly ownId: number | null;
}

/** Something that has a price on some days. */
export interface ModelFee {
  readonly what: string;
  readonly situation: string;
  soldOn(day: Day): Sold | undefined;
}

/** Situations of a service in which its fees are charged. */
export const RUNNING = new Set([
  'active',
  'login_locked',
  'session_stuck',
  'binding_stale',
  'schedule',
  'abuse',
  'repair',
]);

/** A share of a sum by days, to the nearest kopeck, half up. */
function share(sum: number, days: number, ofDays: number): number {
  const [whole, rest] = [Math.floor((sum * days) / ofDays), (sum * days) % ofDays];
  return rest * 2 >= ofDays ? whole + 1 : whole;
}

/** The price of something on a day; `since` is the day on which it was taken. */
type PriceOn = (
  thing: Pick<Priced, 'soldId' | 'price' | 'unit'> & { readonly what: string },
  kind: ModelPrice['kind'],
  since: readonly (Day | null)[],
  day: Day,
) => Pick<Sold, 'rate' | 'ownId'>;

/** A month costs the price of its first day or of a later day on which the thing began; a day costs its own price. */
const fullPricesOf =
  ({ prices }: Snapshot, { billingDay }: ModelAccount): ((...asked: Parameters<PriceOn>) => number) =>
  ({ soldId, price, unit }, kind, since, day) => {
    const own = prices.filter((one) => one.kind === kind && one.soldId === soldId);
    if (own.length === 0) return price;
    const [first = day] = daysOfPeriod(day, billingDay);
    const begins = since.flatMap((one) => (one !== null && one > first && one <= day ? [one] : []));
    const decides = unit === 'day' ? day : (begins.toSorted().at(-1) ?? first);
    return own.findLast(({ from }) => from <= decides)?.price ?? price;
  };

/** The same with what the client has of his own on that day. */
const pricesOf = (snapshot: Snapshot, account: ModelAccount): PriceOn => {
  const fullOn = fullPricesOf(snapshot, account);
  return (thing, kind, since, day) => {
    const full = fullOn(thing, kind, since, day);
    const own = snapshot.individual.find(
      ({ accountId, what, planId, from, until }) =>
        accountId === account.id &&
        what === thing.what &&
        (planId === null || planId === thing.soldId) &&
        from <= day &&
        (until === null || day < until),
    );
    if (!own) return { rate: full, ownId: null };
    return { rate: own.price ?? share(full, 100 - (own.percent ?? 0), 100), ownId: own.id };
  };
};

function rated(
  thing: Priced & { readonly what: string },
  kind: ModelPrice['kind'],
  since: Day | null,
  day: Day,
  priceOn: PriceOn,
): Sold {
  const { soldId, unit, promo, promoUntil } = thing;
  return promo !== null && promoUntil !== null && day < promoUntil
    ? { soldId, rate: promo, unit, isPromo: true, ownId: null }
    : { soldId, ...priceOn(thing, kind, [since, promoUntil], day), unit, isPromo: false };
}

function lineOn(line: ModelLine, taken: Day | undefined, day: Day, priceOn: PriceOn): Sold | undefined {
  if (isSuspended(line, day)) return undefined;
  const { next, openedOn } = line;
  if (next && next.from <= day) {
    const { soldId, unit } = next;
    return { soldId, unit, ...priceOn({ ...next, what: line.what }, 'plan', [next.from], day), isPromo: false };
  }
  const since = taken !== undefined && taken > openedOn ? taken : openedOn;
  return day < openedOn ? undefined : rated(line, 'plan', since, day, priceOn);
}

/** Whether the day falls into a planned suspension; an active one shows as a paused service. */
const isSuspended = ({ suspensions }: ModelLine, day: Day): boolean =>
  suspensions.some(({ state, from, until }) => state === 'planned' && from <= day && day < until);

/** The price of a day of a suspension. */
function suspensionOn({ suspensions }: ModelLine, day: Day): Sold | undefined {
  const one = suspensions.find(
    ({ state, paid }) => state !== 'ended' && paid.some(({ from, until }) => from <= day && day < until),
  );
  return one && { soldId: 0, rate: one.dayPrice, unit: 'day', isPromo: false, ownId: null };
}

function extraOn(extra: ModelExtra, line: ModelLine | undefined, day: Day, priceOn: PriceOn): Sold | undefined {
  const from = beginOf(extra);
  const isOn =
    !(line && isSuspended(line, day)) &&
    (from === null || from <= day) &&
    !hasEnded(extra, day) &&
    !leavesWith(line, extra, day);
  return isOn ? rated(extra, extra.ofPlan === null ? 'program' : 'option', from, day, priceOn) : undefined;
}

const beginOf = ({ status, since, changesOn }: ModelExtra): Day | null => (status === 'on_pending' ? changesOn : since);

const hasEnded = ({ status, changesOn }: ModelExtra, day: Day): boolean =>
  status === 'off_pending' && changesOn !== null && changesOn <= day;

/** An option ends with its plan. */
const leavesWith = (line: ModelLine | undefined, { ofPlan }: ModelExtra, day: Day): boolean =>
  ofPlan !== null && line?.next != null && ofPlan !== line.next.soldId && line.next.from <= day;

/** The charge of a fee on a day: for that day, or for the days up to the next period with the same price. */
export function chargeOn(fee: ModelFee, account: ModelAccount, day: Day): ExpectedLine[] {
  const sold = fee.soldOn(day);
  if (!sold || sold.rate === 0) return [];
  const post = (amount: number, until: Day) => [
    { accountId: account.id, what: fee.what, day, amount: -amount, from: day, until },
  ];
  if (sold.unit === 'day') return post(sold.rate, addDays(day, 1));
  const period = daysOfPeriod(day, account.billingDay);
  const ahead = period.slice(period.indexOf(day));
  const end = ahead.findIndex((one) => !isAlike(fee.soldOn(one), sold));
  const days = end < 0 ? ahead.length : end;
  return post(share(sold.rate, days, period.length), addDays(day, days));
}

const isAlike = (one: Sold | undefined, other: Sold): boolean =>
  one?.soldId === other.soldId && one.isPromo === other.isPromo && one.ownId === other.ownId && one.unit === other.unit;

/** All fees of an account, including waiting ones. */
export function modelFeesOf(snapshot: Snapshot, account: ModelAccount): ModelFee[] {
  const { lines: allLines, extras: allExtras, planSince } = snapshot;
  const priceOn = pricesOf(snapshot, account);
  const lines = allLines.filter(({ accountId }) => accountId === account.id);
  const extras = allExtras.filter(
    ({ accountId, line }) => accountId === account.id && (line !== null || account.isContractActive),
  );
  return [
    ...lines.map((line) => ({
      what: line.what,
      situation: line.situation,
      soldOn: (day: Day) => lineOn(line, planSince[line.what], day, priceOn),
    })),
    ...lines.map((line) => ({
      what: `${String(line.userId)}:suspension`,
      situation: 'active',
      soldOn: (day: Day) => suspensionOn(line, day),
    })),
    ...extras.map((extra) => {
      const line = lines.find(({ what }) => what === extra.line);
      return {
        what: extra.what,
        situation: line?.situation ?? 'active',
        soldOn: (day: Day) => extraOn(extra, line, day, priceOn),
      };
    }),
  ];
}

export const isUsed = (fee: ModelFee | undefined, { soldId }: CoveredCharge, day: Day): boolean =>
  fee !== undefined && (RUNNING.has(fee.situation) || fee.situation === 'debt') && fee.soldOn(day)?.soldId === soldId;

/** Shortens the days of a charge, and gives back the price of the unused ones. */
export function shorten(account: ModelAccount, what: string, covered: CoveredCharge, day: Day): ExpectedLine[] {
  const since = covered.from > day ? covered.from : day;
  const { until } = covered;
  const kept = share(covered.amount, daysBetween(covered.from, since), daysBetween(covered.from, until));
  const amount = covered.amount - kept;
  covered.until = since;
  covered.amount = kept;
  account.balance += amount;
  return amount > 0 ? [{ accountId: account.id, what, day, amount, from: since, until }] : [];
}
