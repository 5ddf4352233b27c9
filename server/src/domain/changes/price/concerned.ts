import type { Day } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Price } from '#server/domain/billing/forecast/price.rules.ts';
import type { PlannedPrice, SoldItem } from './price.queries.ts';

/** How a planned price concerns a contract: the first day on which it pays it, both prices, and how many services do. */
export interface PriceConcern {
  readonly from: Day;
  readonly was: Kopecks;
  readonly will: Kopecks;
  readonly count: number;
  /** The screen on which the client can choose something else. */
  readonly screen: string;
  /** Whether he can do so himself: support changes the plan of a number or a mailbox. */
  readonly isOwnChoice: boolean;
}

const KEPT: readonly Price['kind'][] = ['telephone', 'mail'];

/** A price as `feesIn` has it. */
type Row = Price & Partial<{ soldKind: string | null; soldId: number; phoneNumber: string | null }>;

/** How a planned price changes some prices of one contract; undefined if it changes none. */
export function concerned(
  prices: readonly Row[],
  { kind, id }: Pick<SoldItem, 'kind' | 'id'>,
  { from: since }: Pick<PlannedPrice, 'from'>,
): PriceConcern | undefined {
  const steps = prices
    .filter(({ soldKind, soldId }) => soldKind === kind && soldId === id)
    .flatMap((row) => {
      const { steps: own = [] } = row;
      const index = own.findIndex(({ from, isIndividual }) => from >= since && !isIndividual);
      const step = own[index];
      return step ? [{ row, from: step.from, was: own[index - 1]?.amount ?? row.amount, will: step.amount }] : [];
    });
  const [first] = steps.toSorted((a, b) => (a.from < b.from ? -1 : 1));
  if (!first) return undefined;
  const { row, from, was, will } = first;
  const count = new Set(steps.map((step) => step.row.what)).size;
  const isOwnChoice = kind !== 'plan' || !KEPT.includes(row.kind);
  return { from, was, will, count, isOwnChoice, screen: screenOf(row, prices) };
}

/** The page of the service, at the other plans if it is its plan; home for a program of the contract. */
function screenOf({ userId, phoneNumber, soldKind }: Row, prices: readonly Row[]): string {
  if (phoneNumber) return `/telephone/${phoneNumber}`;
  const plan = prices.find((row) => row.userId === userId && row.soldKind === 'plan');
  if (userId === null || !plan?.kind) return '/';
  return `/${plan.kind}/${userId}${soldKind === 'plan' && !KEPT.includes(plan.kind) ? '#plans' : ''}`;
}
