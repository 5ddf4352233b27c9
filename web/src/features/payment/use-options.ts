import { useQuery } from '@tanstack/react-query';
import { contract } from '#web/api/contract.ts';
import { callQuery } from '#web/api/use-call.ts';
import type { AccountKind } from './ways/use-sbp.ts';
import { useSettled } from './ways/use-settled.ts';

const SETTLED_MS = 300;

/** The result of a payment of this sum; undefined while it loads. */
export function useOptions(p: AccountKind, typed: string | undefined) {
  const amount = useSettled(typed, SETTLED_MS);
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...callQuery(contract.payment.options, { query: { p, ...(amount !== undefined && { amount }) } }),
    placeholderData: (before) => before,
  });
  const isCounted = !isPlaceholderData && amount === typed;
  return { ...data, ...(isCounted ? { amount: typed } : NOT_COUNTED), error, again: () => void refetch() };
}

/** Used while the answer is for another sum: its result does not apply. */
const NOT_COUNTED = { amount: undefined, after: undefined };
