import { useQueryClient } from '@tanstack/react-query';
import { ApiError } from '#api/api-error.ts';
import { send } from '#api/client.ts';
import { contract, type Request, type Wire } from '#api/contract.ts';
import { cacheKey, callQuery, outdate, useAction } from '#api/use-call.ts';
import { useQuery } from '#api/use-query.ts';
import { ACCOUNT_CHANGED } from '#parts/account-changed.ts';
import type { Account } from '#parts/frame-data.ts';
import type { Told } from '#parts/money-preview.tsx';
import { sayError } from '#ui/toast-store.ts';

export type PlanOptions = Wire<typeof contract.plan.options>;
export type Offer = PlanOptions['plans'][number];
export type Option = PlanOptions['options'][number];
export type PlanChange = Request<typeof contract.plan.preview>['body'];
export type OptionChange = Request<typeof contract.plan.optionPreview>['body'];

/** What a change of a service makes old: itself, its money, and what is told of both. */
const OUTDATES = [
  'plan',
  'user',
  'user-program',
  'internet-account',
  'internet-contract',
  'payment',
  'promised-payment',
  'autopayment',
  'notice',
] as const;

const optionsOf = (userId: number) => callQuery(contract.plan.options, { params: { id: String(userId) } });

/** Plan, plans to move to and options of a service; a kept answer is asked for again, as a change is decided on it. */
export const usePlan = (userId: number) => useQuery({ ...optionsOf(userId), staleTime: 0 });

/** What a change would do. Asked anew by each dialog, and by no change: once it is made, nothing is to be told of it. */
const previewQuery = <C extends typeof contract.plan.preview | typeof contract.plan.optionPreview>(
  call: C,
  body: Request<C>['body'],
) => ({
  queryKey: ['preview', ...cacheKey(call), body],
  queryFn: ({ signal }: { signal: AbortSignal }): Promise<Told> => send(call, { body } as Request<C>, { signal }),
  staleTime: 0,
  gcTime: 0,
});

export const usePlanPreview = (body: PlanChange) => useQuery<Told>(previewQuery(contract.plan.preview, body));
export const useOptionPreview = (body: OptionChange) => useQuery<Told>(previewQuery(contract.plan.optionPreview, body));

interface Afterwards {
  onDone: (told: Told) => void;
  onRefused: () => void;
}

/** What follows a change that was made, and one that was refused: the screen shows what is. */
function useAftermath(userId: number) {
  const cache = useQueryClient();
  const balanceNow = () => cache.getQueryData<Account>(cacheKey(contract.internetAccount.get))?.balance;
  return (caption: string, { onDone, onRefused }: Afterwards) => {
    const before = balanceNow();
    return {
      onSuccess: (told: Told): void => {
        if (before !== undefined && before !== told.balance_after) {
          const detail = { account: 'i', before, balance: told.balance_after };
          window.dispatchEvent(new CustomEvent(ACCOUNT_CHANGED, { detail }));
        }
        onDone(told);
      },
      onError: (failure: Error): void => {
        void outdate(cache, OUTDATES).then(() => {
          onRefused();
          const isLate = failure instanceof ApiError && failure.code === 'changed_meanwhile';
          const plan = isLate && cache.getQueryData<PlanOptions>(optionsOf(userId).queryKey)?.plan;
          sayError(plan ? new Error(meanwhileText(plan.name)) : failure, 'Повторите через минуту', caption);
        });
      },
    };
  };
}

const meanwhileText = (plan: string): string =>
  `Услугу только что изменили в другом окне. Сейчас тариф «${plan}». Проверьте и повторите, если ещё нужно`;

/** Changes the plan; `version` is the state that it was decided on. */
export function usePlanChange(userId: number) {
  const { mutate, isPending } = useAction(contract.plan.change, { outdates: OUTDATES });
  const aftermath = useAftermath(userId);
  const change = (body: PlanChange & { version: string }, then: Afterwards) =>
    mutate({ body }, aftermath('Тариф не сменили', then));
  return { change, isPending };
}

export function useOptionChange(userId: number) {
  const { mutate, isPending } = useAction(contract.plan.changeOption, { outdates: OUTDATES });
  const aftermath = useAftermath(userId);
  const change = (body: OptionChange & { version: string }, then: Afterwards) =>
    mutate({ body }, aftermath('Опцию не переключили', then));
  return { change, isPending };
}

export const useDelayCancel = () => useAction(contract.plan.delayCancel, { outdates: OUTDATES });
