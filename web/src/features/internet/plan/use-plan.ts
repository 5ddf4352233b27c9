import type { QueryClient } from '@tanstack/react-query';
import { contract, type Request, type Wire } from '#api/contract.ts';
import { callQuery, useAction } from '#api/use-call.ts';
import { useQuery } from '#api/use-query.ts';
import type { Told } from '#shared/change/money-preview.tsx';
import { OUTDATES, previewQuery, useAftermath, type Afterwards } from '#shared/change/use-change.ts';

export type PlanOptions = Wire<typeof contract.plan.options>;
export type Offer = PlanOptions['plans'][number];
export type Option = PlanOptions['options'][number];
export type PlanChange = Request<typeof contract.plan.preview>['body'];
export type OptionChange = Request<typeof contract.plan.optionPreview>['body'];

const optionsOf = (userId: number) => callQuery(contract.plan.options, { params: { id: String(userId) } });

/** Plan, plans to move to and options of a service; a kept answer is asked for again, as a change is decided on it. */
export const usePlan = (userId: number) => useQuery({ ...optionsOf(userId), staleTime: 0 });

export const usePlanPreview = (body: PlanChange) => useQuery<Told>(previewQuery(contract.plan.preview, body));
export const useOptionPreview = (body: OptionChange) => useQuery<Told>(previewQuery(contract.plan.optionPreview, body));

const planNow = (userId: number) => (cache: QueryClient) => {
  const plan = cache.getQueryData<PlanOptions>(optionsOf(userId).queryKey)?.plan;
  return plan ? `тариф «${plan.name}»` : undefined;
};

/** Changes the plan; `version` is the state that it was decided on. */
export function usePlanChange(userId: number) {
  const { mutate, isPending } = useAction(contract.plan.change, { outdates: OUTDATES });
  const aftermath = useAftermath(planNow(userId));
  const change = (body: PlanChange & { version: string }, then: Afterwards) =>
    mutate({ body }, aftermath('Тариф не сменили', then));
  return { change, isPending };
}

export function useOptionChange(userId: number) {
  const { mutate, isPending } = useAction(contract.plan.changeOption, { outdates: OUTDATES });
  const aftermath = useAftermath(planNow(userId));
  const change = (body: OptionChange & { version: string }, then: Afterwards) =>
    mutate({ body }, aftermath('Опцию не переключили', then));
  return { change, isPending };
}

export const useDelayCancel = () => useAction(contract.plan.delayCancel, { outdates: OUTDATES });
