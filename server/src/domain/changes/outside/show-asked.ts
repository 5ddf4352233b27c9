import { day, type Day } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import type { BillingRequest } from '#server/domain/billing/outside/request.queries.ts';
import { serviceChanged } from '#server/domain/services/provisioning/service-changed.ts';
import { serviceRow, type ServiceRow } from '#server/domain/services/service/service-row.queries.ts';
import { planOptionsOf, switchOptionOff, switchOptionOn } from '../plan/plan.queries.ts';
import { switchConfirmed } from '../program/change-program.ts';
import type { At } from '#server/domain/shared/at.ts';
import { showPause, showReturn } from '../suspension/show-pause.ts';
import { bumpVersion } from '../service-change/service-change.queries.ts';

export interface AnswerMoment extends At {
  readonly today: Day;
}

/** Makes here what the other billing has confirmed of a service; a screen that showed the request is old in any case. */
export async function showAsked(
  tx: Tx,
  request: BillingRequest,
  state: 'confirmed' | 'refused',
  moment: AnswerMoment,
): Promise<void> {
  const { user_id: userId, kind } = request;
  if (userId === null) return;
  const service = await serviceRow(tx, userId, { lock: true });
  await bumpVersion(tx, userId);
  if (state === 'refused' || service.situation === 'closed') return;
  await SHOWN[kind]?.(tx, request, service, moment);
}

type Show = (tx: Tx, request: BillingRequest, service: ServiceRow, moment: AnswerMoment) => Promise<void>;

const SHOWN: Partial<Record<BillingRequest['kind'], Show>> = {
  option: async (tx, { body }, { user_id: userId, plan_id: planId }, { today }) => {
    const optionId = Number(body['option_id']);
    const options = await planOptionsOf(tx, userId, planId ?? 0, today);
    // The plan may be another one by now.
    if (!options.some(({ option_id: id }) => id === optionId)) return;
    if (body['status'] === 'on') await switchOptionOn(tx, userId, optionId, today);
    else await switchOptionOff(tx, { userId, optionId }, { from: today, today });
    await serviceChanged(tx, { userId });
  },
  program: async (tx, { body }, { user_id: userId, contract_id: contractId }, moment) => {
    const status = body['status'] === 'on' ? 'on' : 'off';
    await switchConfirmed(tx, { userId, contractId, programId: Number(body['program_id']), status }, moment);
  },
  pause: async (tx, { body }, service, moment) => {
    const [from, until] = [day(String(body['from'])), day(String(body['until']))];
    const isOver = until <= moment.today || service.situation === 'paused';
    if (!isOver) await showPause(tx, service, { from, until }, moment);
  },
  return: (tx, _, service, moment) => showReturn(tx, service, moment),
};
