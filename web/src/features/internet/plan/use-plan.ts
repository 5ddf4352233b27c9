import { contract, type Request } from '#api/contract.ts';
import { useAction } from '#api/use-call.ts';
import { useQuery } from '@tanstack/react-query';
import { planNow, type PlanOptions } from '#features/internet/options/use-options.ts';
import type { ChangeSummary } from '#shared/change/money-preview.tsx';
import { previewQuery, useAftermath, type Afterwards } from '#shared/change/use-change.ts';

export type Offer = PlanOptions['plans'][number];
type PlanChange = Request<typeof contract.plan.preview>['body'];

export const usePlanPreview = (body: PlanChange) => useQuery<ChangeSummary>(previewQuery(contract.plan.preview, body));

/** Changes the plan; `version` is the state that the client saw. */
export function usePlanChange(userId: number) {
  const { mutate, isPending } = useAction(contract.plan.change);
  const aftermath = useAftermath(planNow(userId));
  const change = (body: PlanChange & { version: string }, then: Afterwards) =>
    mutate({ body }, aftermath('Тариф не сменили', then));
  return { change, isPending };
}

export const useDelayCancel = () => useAction(contract.plan.delayCancel);
