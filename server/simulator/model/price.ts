import { addDays, type Day } from '@kabinet/contract/kernel/day';
import type { DecisionTerms } from './case.ts';
import type { Reckoning } from './reckoning.ts';
import type { ModelAccount, ModelPrice, Snapshot } from './snapshot.ts';

const LONGEST_PERIOD = 31;

/**
 * Follows prices that have moved into the catalogue. A price may move when every account is charged for a whole period that
 * began with it; returns an account that is not, if any.
 */
export function settleModelPrices(
  model: Reckoning,
  { prices }: Snapshot,
  { catalogue, today }: DecisionTerms,
): ModelAccount | undefined {
  const { snapshot } = model;
  const kept = new Set(prices.map((one) => JSON.stringify(one)));
  // A missing price of a later day was withdrawn, not settled.
  const settled = snapshot.prices.filter((one) => !kept.has(JSON.stringify(one)) && one.from <= today);
  for (const one of settled) {
    reprice(model, one);
    const { plans, options, programs } = catalogue;
    const sold = { plan: plans, option: options, program: programs }[one.kind].find(({ id }) => id === one.soldId);
    if (sold) Object.assign(sold, { price: one.price });
  }
  Object.assign(snapshot, { prices });
  return snapshot.accounts.find(({ chargedThrough }) =>
    settled.some(({ from }) => chargedThrough === null || chargedThrough <= addDays(from, LONGEST_PERIOD)),
  );
}

/** Changes the catalogue price of everything sold, also of plans that an undo would restore. */
function reprice({ snapshot, memory }: Reckoning, { kind, soldId, price }: ModelPrice): void {
  const { lines, extras, deleted } = snapshot;
  const before = [...memory.undo.values()];
  const plans = [...lines, ...deleted.map(({ line }) => line), ...before.map(({ line }) => line)];
  const added = [...extras, ...before.flatMap(({ options }) => options)];
  const sold =
    kind === 'plan'
      ? [...plans, ...plans.flatMap(({ next }) => next ?? [])]
      : added.filter(({ ofPlan }) => (ofPlan === null) === (kind === 'program'));
  for (const one of sold) if (one.soldId === soldId) Object.assign(one, { price });
}

/** The price of the catalogue for a client who takes it on a day. */
export const offeredPrice = (
  { prices }: Snapshot,
  kind: ModelPrice['kind'],
  { id, price }: { readonly id: number; readonly price: number },
  on: Day,
): number => prices.findLast((one) => one.kind === kind && one.soldId === id && one.from <= on)?.price ?? price;
