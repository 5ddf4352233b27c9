import { contract, type Request } from '#web/api/contract.ts';
import { useAction } from '#web/api/use-call.ts';
import { useQuery } from '@tanstack/react-query';
import { planNow, type Owner, type PlanOptions } from './use-options.ts';
import type { ChangeSummary } from '#web/shared/change/money-preview.tsx';
import { previewQuery, useAftermath, type ChangeCallbacks } from '#web/shared/change/use-change.ts';

export type PlanOffer = PlanOptions['plans'][number];
type PlanChange = Request<typeof contract.plan.preview>['body'];

export const usePlanPreview = (body: PlanChange) => useQuery<ChangeSummary>(previewQuery(contract.plan.preview, body));

/** Changes the plan; `version` is the state that the client saw. TV has a call of its own for the same. */
export function usePlanChange({ user_id, user_type }: Owner) {
  const { mutate, isPending } = useAction(user_type === 'tv' ? contract.tvPlan.change : contract.plan.change);
  const aftermath = useAftermath(planNow(user_id));
  const change = (body: PlanChange & { version: string }, then: ChangeCallbacks) =>
    mutate({ body }, aftermath('Тариф не сменили', then));
  return { change, isPending };
}

export const useDelayCancel = () => useAction(contract.plan.delayCancel);
