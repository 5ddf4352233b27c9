import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { contract, type Wire } from '#api/contract.ts';
import { callQuery, useAction } from '#api/use-call.ts';
import { readable } from '#lib/readable.ts';
import { sayError, saySuccess } from '#ui/toast-store.ts';
import type { AccountKind } from './use-sbp.ts';

export type Autopayment = Wire<typeof contract.autopayment.get>;

const AWAITED_EVERY_MS = 3000;

/** Whether the bank, or the client in his bank, has something to say. */
const isAwaited = (known: Autopayment | undefined): boolean =>
  known?.state === 'connecting' || known?.attempts[0]?.state === 'waiting';

/** The autopayment of the account; looked at again and again while something is awaited of the bank. */
export function useAutopayment(p: AccountKind) {
  const answer = useQuery({
    ...callQuery(contract.autopayment.get, { query: { p } }),
    // Money moves by itself: what the device remembers of it is not believed.
    staleTime: 0,
    refetchInterval: ({ state }) => (isAwaited(state.data) ? AWAITED_EVERY_MS : false),
  });
  useArrival(answer.data?.state);
  return answer;
}

/** The moment in which the bank confirms it is said on whatever part of the page the client is. */
function useArrival(state: Autopayment['state'] | undefined): void {
  const before = useRef(state);
  useEffect(() => {
    if (before.current === 'connecting' && state === 'active') {
      saySuccess('Автоплатёж подключён', 'Перед каждым списанием предупредим за сутки');
    }
    before.current = state;
  }, [state]);
}

/** What can be done about it; a refusal is said in its own words. */
export function useAutopaymentActions(p: AccountKind) {
  const skipping = useAction(contract.autopayment.skip);
  const ending = useAction(contract.autopayment.off);
  const onError = (failure: Error): void => {
    sayError(undefined, readable(failure.message, 'Не получилось. Повторите через минуту'));
  };
  return {
    isBusy: skipping.isPending || ending.isPending,
    skip: (skip: boolean) => skipping.mutate({ body: { p, skip } }, { onError }),
    off: () =>
      ending.mutate(
        { body: { p } },
        { onSuccess: () => void saySuccess('Автоплатёж отключён', 'Больше ничего не спишем'), onError },
      ),
  };
}

/** Connecting, or another rule: what was shown is what is agreed to. */
export const useAgreeing = () => useAction(contract.autopayment.set);
