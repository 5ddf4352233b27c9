import { dayIn, daysBetween, type Day, type Instant } from '@kabinet/contract/kernel/day';
import { DEBT_BANDS, type DebtBand } from '@kabinet/contract/kernel/debt-band';
import { kopecks, type Kopecks } from '@kabinet/contract/kernel/money';

/** An account that owes: below zero, or off because it cannot pay. */
export interface OwingAccount {
  readonly account_id: number;
  readonly contract_id: number;
  readonly kind: 'i' | 't';
  readonly balance: Kopecks;
  readonly credit_limit: Kopecks;
  readonly debt_since: Instant | null;
  readonly owes_since: Instant;
}

/** What an account owes: what brings its services back, or what it is below zero. */
export interface Owed {
  readonly kind: 'i' | 't';
  readonly balance: Kopecks;
  readonly sum: Kopecks;
}

export interface Debtor {
  readonly contractId: number;
  readonly sum: Kopecks;
  /** The first moment of the debt. */
  readonly owesSince: Instant;
  readonly since: Day;
  readonly days: number;
  readonly band: DebtBand;
  /** Since when services are off; null: they work. */
  readonly offSince: Instant | null;
  readonly accounts: readonly Owed[];
}

const LAST_DAYS: Readonly<Record<Exclude<DebtBand, 'older'>, number>> = { week: 7, month: 30, quarter: 90 };

/** By the age of the debt in days. */
export function bandOf(days: number): DebtBand {
  if (days <= LAST_DAYS.week) return 'week';
  if (days <= LAST_DAYS.month) return 'month';
  return days <= LAST_DAYS.quarter ? 'quarter' : 'older';
}

const NOTHING = kopecks(0);

/** `due` is what its fees cost from today on, if they wait for a payment. */
export function owedBy({ kind, balance, credit_limit: limit, debt_since }: OwingAccount, due: Kopecks): Owed {
  const missing = debt_since === null ? NOTHING : kopecks(due - balance - limit);
  return { kind, balance, sum: kopecks(Math.max(0, 0 - balance, missing)) };
}

const earliest = (moments: readonly (Instant | null)[]): Instant | null =>
  moments.filter((moment) => moment !== null).toSorted()[0] ?? null;

/** Contracts that owe something, of their accounts. */
export function debtorsFrom(
  owing: readonly OwingAccount[],
  dueOf: (accountId: number) => Kopecks,
  { today, zone }: { today: Day; zone: string },
): Debtor[] {
  const debtors: Debtor[] = [];
  for (const [contractId, own] of Map.groupBy(owing, ({ contract_id }) => contract_id)) {
    const accounts = own
      .map((account) => owedBy(account, dueOf(account.account_id)))
      .toSorted((a, b) => (a.kind < b.kind ? -1 : 1));
    const sum = kopecks(accounts.reduce((all, one) => all + one.sum, 0));
    const owesSince = earliest(own.map(({ owes_since }) => owes_since));
    if (sum === 0 || owesSince === null) continue;
    const since = dayIn(zone, new Date(owesSince));
    const days = Math.max(0, daysBetween(since, today));
    const offSince = earliest(own.map(({ debt_since }) => debt_since));
    debtors.push({ contractId, sum, owesSince, since, days, band: bandOf(days), offSince, accounts });
  }
  return debtors;
}

export type DebtorOrder = 'sum' | 'age';

/** The place of a debtor in an order: the largest sum, or the oldest debt, comes first; equal ones by contract. */
const keyOf = ({ sum, owesSince }: Debtor, order: DebtorOrder): number =>
  order === 'sum' ? 0 - sum : Date.parse(owesSince);

export interface DebtorPlace {
  readonly key: number;
  readonly contractId: number;
}

export const debtorPlace = (debtor: Debtor, order: DebtorOrder): DebtorPlace => ({
  key: keyOf(debtor, order),
  contractId: debtor.contractId,
});

const compared = (a: DebtorPlace, b: DebtorPlace): number => a.key - b.key || a.contractId - b.contractId;

/** The next `most` debtors in an order, after a place. */
export function debtorsAfter(
  debtors: readonly Debtor[],
  { order, after, most }: { order: DebtorOrder; after: DebtorPlace | undefined; most: number },
): Debtor[] {
  const placed = debtors.map((debtor) => ({ debtor, place: debtorPlace(debtor, order) }));
  return placed
    .filter(({ place }) => after === undefined || compared(place, after) > 0)
    .toSorted((a, b) => compared(a.place, b.place))
    .slice(0, most)
    .map(({ debtor }) => debtor);
}

/** How many owe how much, by the age of the debt. */
export const bandTotals = (debtors: readonly Debtor[]) =>
  DEBT_BANDS.map((band) => {
    const own = debtors.filter((debtor) => debtor.band === band);
    return { band, count: own.length, sum: kopecks(own.reduce((all, { sum }) => all + sum, 0)) };
  });
