import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { CHANGED_SERVICE } from '@kabinet/contract/kernel/call/outdates';
import { ApiError, NetworkError } from '#web/api/api-error.ts';
import { send } from '#web/api/client.ts';
import { contract, type Call, type Request, type Wire } from '#web/api/contract.ts';
import { cacheKey, outdate } from '#web/api/use-call.ts';
import { sayError } from '#web/ui/toast/toast-store.ts';
import { isZero } from '#web/shared/money/account-sums.ts';
import { ACCOUNT_CHANGED } from '#web/shared/money/account-changed.ts';
import type { Account } from '#web/shared/data/frame-data.ts';
import type { ChangeSummary } from './money-preview.tsx';

const PREVIEW = ['preview'];

/** The preview of a change. Refetched when a dialog opens; not after the change. */
export const previewQuery = <C extends Call>(call: C, body: unknown) => ({
  queryKey: [...PREVIEW, ...cacheKey(call), body],
  queryFn: ({ signal }: { signal: AbortSignal }): Promise<Wire<C>> => send(call, { body } as Request<C>, { signal }),
  staleTime: 0,
  gcTime: 0,
  // Whoever returns may have paid. Otherwise the version stays, so that a change whose reply was lost is repeated as it was.
  refetchOnWindowFocus: ({ state: { data } }: { state: { data?: unknown } }) =>
    !isZero((data as Partial<ChangeSummary> | undefined)?.missing ?? '0.00'),
});

export interface ChangeCallbacks<T extends ChangeSummary = ChangeSummary> {
  onDone: (told: T) => void;
  onRefused: () => void;
  /** A lost reply refuses nothing: the dialog says so, keeps its choice, and repeats it under the same key. */
  onLost: (failure: Error) => void;
}

/**
 * Handles a successful or refused change: the screen shows the current state. `nowIs` names what the service has now.
 * A dialog that was based on yesterday's figures stays open and shows those of today.
 */
export function useAftermath(nowIs: (cache: QueryClient) => string | undefined = () => undefined) {
  const cache = useQueryClient();
  const balanceNow = () => cache.getQueryData<Account>(cacheKey(contract.internetAccount.get))?.balance;
  return <T extends ChangeSummary>(caption: string, { onDone, onRefused, onLost }: ChangeCallbacks<T>) => {
    const before = balanceNow();
    return {
      onSuccess: (told: T): void => {
        if (before !== undefined && before !== told.balance_after) {
          const detail = { account: 'i', before, balance: told.balance_after };
          window.dispatchEvent(new CustomEvent(ACCOUNT_CHANGED, { detail }));
        }
        onDone(told);
      },
      onError: (failure: Error): void => {
        if (isOfYesterday(failure)) {
          void outdate(cache, CHANGED_SERVICE);
          void cache.resetQueries({ queryKey: PREVIEW });
          return;
        }
        if (failure instanceof NetworkError) {
          void outdate(cache, CHANGED_SERVICE);
          onLost(failure);
          return;
        }
        void outdate(cache, CHANGED_SERVICE).then(() => {
          onRefused();
          const isLate = failure instanceof ApiError && failure.code === 'changed_meanwhile';
          const present = isLate ? nowIs(cache) : undefined;
          sayError(
            present === undefined ? failure : new Error(meanwhileText(present)),
            'Повторите через минуту',
            caption,
          );
        });
      },
    };
  };
}

const isOfYesterday = (failure: Error): boolean =>
  failure instanceof ApiError && failure.code === 'changed_meanwhile' && 'body.version' in failure.errors;

const meanwhileText = (present: string): string =>
  `Услугу только что изменили в другом окне. Сейчас ${present}. Проверьте и повторите, если ещё нужно`;
