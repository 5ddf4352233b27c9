import { useQuery, type QueryClient } from '@tanstack/react-query';
import { contract, type Request, type Wire } from '#web/api/contract.ts';
import { callQuery, DECIDED_MS, useAction } from '#web/api/use-call.ts';
import type { ChangeSummary } from '#web/shared/change/money-preview.tsx';
import { useInternetAccount, type User } from '#web/shared/data/frame-data.ts';
import { previewQuery, useAftermath, type ChangeCallbacks } from '#web/shared/change/use-change.ts';

export type PlanOptions = Wire<typeof contract.plan.options>;
export type Option = PlanOptions['options'][number];
type OptionChange = Request<typeof contract.plan.optionPreview>['body'];

const optionsOf = (userId: number) => callQuery(contract.plan.options, { params: { id: String(userId) } });

/** Plan, available plans and options of a service; refetched with each visit of its page, because a change is decided on these data. */
export const usePlanOptions = (userId: number) => useQuery({ ...optionsOf(userId), staleTime: DECIDED_MS });

/** The current plan from the cache: «тариф «Волга 300»». */
export const planNow = (userId: number) => (cache: QueryClient) => {
  const plan = cache.getQueryData<PlanOptions>(optionsOf(userId).queryKey)?.plan;
  return plan ? `тариф «${plan.name}»` : undefined;
};

/** In debt nothing is charged for a change until the debt is paid. */
export const useInDebt = (): boolean => useInternetAccount().data?.blocked ?? false;

export const useOptionPreview = (body: OptionChange) =>
  useQuery<ChangeSummary>(previewQuery(contract.plan.optionPreview, body));

/** The service whose plan and options are changed. */
export type Owner = Pick<User, 'user_id' | 'user_type'>;

/** Switches an option; `version` is the state that the client saw. TV has a call of its own for the same. */
export function useOptionChange({ user_id, user_type }: Owner) {
  const { mutate, isPending } = useAction(
    user_type === 'tv' ? contract.tvPlan.changeOption : contract.plan.changeOption,
  );
  const aftermath = useAftermath(planNow(user_id));
  const change = (body: OptionChange & { version: string }, then: ChangeCallbacks) =>
    mutate({ body }, aftermath('Опцию не переключили', then));
  return { change, isPending };
}
