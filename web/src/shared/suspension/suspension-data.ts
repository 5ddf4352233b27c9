import { useEffect } from 'react';
import { contract, type Wire } from '#web/api/contract.ts';
import { useAction, useCall } from '#web/api/use-call.ts';
import { useQuery } from '@tanstack/react-query';
import type { ChangeSummary as Money } from '#web/shared/change/money-preview.tsx';
import { previewQuery, useAftermath, type ChangeCallbacks } from '#web/shared/change/use-change.ts';

export type Suspension = Wire<typeof contract.suspension.get>;
export type SuspensionTerms = NonNullable<Suspension['terms']>;
export type CurrentSuspension = NonNullable<Suspension['current']>;
export type SuspensionSummary = Wire<typeof contract.suspension.preview>;

/** From the first day without service to the day of return. */
export interface SuspensionDates {
  from: string;
  until: string;
}

/** Refetch interval while the network has not applied the change. */
const ASK_AGAIN_MS = 3000;

/** The suspension of a service: terms, possible days, the planned or active one. */
export function useSuspension(userId: number) {
  const answer = useCall(contract.suspension.get, { params: { id: String(userId) } });
  const { data, refetch } = answer;
  const isAwaited = data?.current?.is_applied === false;
  useEffect(() => {
    if (!isAwaited) return undefined;
    const timer = setInterval(() => void refetch(), ASK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [isAwaited, refetch]);
  return answer;
}

/** The preview, requested when both days are set. */
export const usePreview = (userId: number, dates: SuspensionDates) =>
  useQuery<SuspensionSummary>({
    ...previewQuery(contract.suspension.preview, { user_id: userId, ...dates }),
    enabled: dates.from !== '' && dates.until !== '',
  });

export const useReturnPreview = (userId: number) =>
  useQuery<Money>(previewQuery(contract.suspension.returnPreview, { user_id: userId }));

/** Starts a suspension; `version` is the state that the client saw. */
export function useStart(userId: number) {
  const { mutate, isPending } = useAction(contract.suspension.start);
  const aftermath = useAftermath();
  const start = (body: SuspensionDates & { version: string }, then: ChangeCallbacks<SuspensionSummary>) =>
    mutate({ body: { user_id: userId, ...body } }, aftermath('Не приостановили', then));
  return { start, isPending };
}

export function useReturn(userId: number) {
  const { mutate, isPending } = useAction(contract.suspension.return);
  const aftermath = useAftermath();
  const goBack = (version: string, then: ChangeCallbacks) =>
    mutate({ body: { user_id: userId, version } }, aftermath('Не возобновили', then));
  return { goBack, isPending };
}

export const useCancel = () => useAction(contract.suspension.cancel);
