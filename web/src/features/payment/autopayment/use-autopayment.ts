import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { contract, type Wire } from '#web/api/contract.ts';
import { callQuery, DECIDED_MS, useAction } from '#web/api/use-call.ts';
import { readable } from '#web/lib/text/readable.ts';
import { sayError, saySuccess } from '#web/ui/toast/toast-store.ts';
import type { AccountKind } from '../ways/use-sbp.ts';

export type Autopayment = Wire<typeof contract.autopayment.get>;

const AWAITED_EVERY_MS = 3000;

/** Whether an action of the bank, or of the client in his bank, is pending. */
const isAwaited = (known: Autopayment | undefined): boolean =>
  known?.state === 'connecting' || known?.attempts[0]?.state === 'waiting';

/** The autopayment of the account; polled while an action of the bank is pending. */
export function useAutopayment(p: AccountKind) {
  const answer = useQuery({
    ...callQuery(contract.autopayment.get, { query: { p } }),
    // Money moves without the client, so never use an older result.
    staleTime: DECIDED_MS,
    refetchInterval: ({ state }) => (isAwaited(state.data) ? AWAITED_EVERY_MS : false),
  });
  useArrival(answer.data?.state);
  return answer;
}

/** Shows a toast when the bank confirms it, wherever on the page the client is. */
function useArrival(state: Autopayment['state'] | undefined): void {
  const before = useRef(state);
  useEffect(() => {
    if (before.current === 'connecting' && state === 'active') {
      saySuccess('Автоплатёж подключён', 'Перед каждым списанием предупредим за сутки');
    }
    before.current = state;
  }, [state]);
}

/** Actions of the autopayment; errors are shown with the server's message. */
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
