import type { Day } from '@kabinet/contract/kernel/day';
import type { ModelExtra, ModelLine } from './snapshot.ts';

/** An option that is on from a day; fields in the order of the snapshot, because rows are compared as JSON. */
export const newOption = (
  line: ModelLine,
  { id, plan, price }: { readonly id: number; readonly plan: number; readonly price: number },
  since: Day,
): ModelExtra => ({
  what: `${String(line.userId)}:option-${id}`,
  accountId: line.accountId,
  line: line.what,
  ofPlan: plan,
  soldId: id,
  price,
  unit: 'month',
  promo: null,
  promoUntil: null,
  status: 'on',
  since,
  changesOn: null,
  switchedAt: null,
  service: null,
});

/** A program that is on from a moment; without a service it belongs to the contract. */
export const newProgram = (
  of: { readonly what: string; readonly accountId: number; readonly line: string | null },
  { id, price }: { readonly id: number; readonly price: number },
  since: Day,
  switchedAt: string | null,
): ModelExtra => ({
  what: of.what,
  accountId: of.accountId,
  line: of.line,
  ofPlan: null,
  soldId: id,
  price,
  unit: 'month',
  promo: null,
  promoUntil: null,
  status: 'on',
  since,
  changesOn: null,
  switchedAt,
  service: null,
});
