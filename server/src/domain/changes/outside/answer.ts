import type { Tx } from '#server/db/database.ts';
import { answerRequest, lockRequest, type BillingRequest } from '#server/domain/billing/outside/request.queries.ts';
import { showAsked, type AnswerMoment } from './show-asked.ts';
import { serviceChanged } from '#server/domain/services/provisioning/service-changed.ts';
import { serviceRow } from '#server/domain/services/service/service-row.queries.ts';
import { setPlan } from '../plan/plan.queries.ts';
import { bumpVersion } from '../service-change/service-change.queries.ts';

export interface BillingAnswer {
  readonly requestNo: number;
  readonly state: 'confirmed' | 'refused';
  /** Why it is refused, as the subscriber reads it. */
  readonly reason: string | null;
}

/**
 * What the other billing says to a request; the same answer again changes nothing. Money that it has refused may be confirmed later, once
 * somebody has set it right there: the money has come in any case.
 */
export async function takeAnswer(
  tx: Tx,
  { requestNo, state, reason }: BillingAnswer,
  moment: AnswerMoment,
): Promise<'answered' | 'known' | 'otherwise' | 'unknown'> {
  const request = await lockRequest(tx, requestNo);
  if (!request) return 'unknown';
  if (request.state === state) return 'known';
  const isSetRight = request.amount !== null && request.state === 'refused';
  if (request.state !== 'waiting' && !isSetRight) return 'otherwise';
  await answerRequest(tx, requestNo, { state, reason, now: moment.now });
  if (request.kind === 'plan') await showPlan(tx, request, state, moment);
  else await showAsked(tx, request, state, moment);
  return 'answered';
}

/** A change from a day to come shows when the other side tells it. */
async function showPlan(
  tx: Tx,
  { user_id: userId, plan_id: planId, from_day: from }: BillingRequest,
  state: BillingAnswer['state'],
  { today, now }: AnswerMoment,
): Promise<void> {
  if (userId === null || planId === null || from === null) return;
  const { situation, plan_id: present } = await serviceRow(tx, userId, { lock: true });
  await bumpVersion(tx, userId);
  if (state === 'refused' || from > today || situation === 'closed' || present === planId) return;
  await setPlan(tx, userId, planId, today, now);
  await serviceChanged(tx, { userId });
}
