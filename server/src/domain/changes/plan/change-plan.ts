import { dayIn, instant, nextBillingDay, type Day } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { At } from '#server/domain/billing/debt/debt.ts';
import { askForPlan, latestAskedPlan } from '#server/domain/billing/outside/request.queries.ts';
import { planTopic } from '#server/domain/billing/provider-day/topic.ts';
import { settleMatter } from '#server/domain/messaging/notify.ts';
import { keepTogether } from '#server/domain/shared/text.rules.ts';
import { serviceChanged } from '#server/domain/services/provisioning/service-changed.ts';
import type { ServiceRow } from '#server/domain/services/service/service-row.queries.ts';
import { untilDay, type ChangeOutcome, type ChangeSubject } from '../service-change/change-summary.ts';
import { handedOver } from '../service-change/handed-over.ts';
import { changeService, upToDateService } from '../service-change/settle-change.ts';
import {
  cancelPlanChange,
  insertChange,
  isPlanTakenBackOn,
  latestChange,
  offeredPlans,
  optionsOfOtherPlans,
  planBegunOn,
  planById,
  plannedPlan,
  setPlan,
  type LatestRow,
} from './plan.queries.ts';
import { whyNotChangeable, changeableFrom, undoEnd, type BlockReason } from './plan.rules.ts';
import { before, noteUndo, restore } from './undo.queries.ts';
import { reverseAll, undoableChange } from './undo.ts';
import { undone } from '../service-change/undone.queries.ts';
import { bumpVersion } from '../service-change/service-change.queries.ts';

interface PlanChangeRequest {
  readonly userId: number;
  readonly planId: number;
  readonly when: 'now' | 'next_period';
  readonly version?: string | undefined;
  readonly isRehearsal?: boolean;
  /** Only to tell what another billing is asked for. */
  readonly isAskedElsewhere?: boolean;
}

export interface PlanChangeTerms extends At {
  readonly today: Day;
  /** Minimum days between two changes of one service. */
  readonly daysBetween: number;
}

export type PlanChangeSummary = ChangeOutcome & {
  readonly speed_mbit: { readonly was: number | null; readonly will: number | null };
  /** Another billing is asked for it. */
  readonly handed_over: boolean;
};

/**
 * Changes the plan of a service: now, or from its next billing day. A change made now can be taken back completely
 * within ten minutes.
 */
export async function changePlan(
  tx: Tx,
  wanted: PlanChangeRequest,
  setting: PlanChangeTerms,
): Promise<PlanChangeSummary> {
  const service = await upToDateService(tx, wanted.userId, wanted.version, setting);
  if (service.is_external) return askOther(tx, wanted, service, setting);
  const undo = await undoableChange(tx, service, setting);
  if (wanted.when === 'now' && undo?.previous_plan_id === wanted.planId)
    return takeBack(tx, wanted, service, undo, setting);
  await refuseUnlessAllowed(tx, service, wanted.planId, setting);
  return wanted.when === 'now' ? changeNow(tx, wanted, service, setting) : planChange(tx, wanted, service, setting);
}

/** Another billing is asked: what the change would be is carried out and undone, so that its prices are told as always. */
async function askOther(
  tx: Tx,
  wanted: PlanChangeRequest,
  service: ServiceRow,
  setting: PlanChangeTerms,
): Promise<PlanChangeSummary> {
  await refuseUnlessAllowed(tx, service, wanted.planId, setting);
  const change = wanted.when === 'now' ? changeNow : planChange;
  const asIfMade = { ...wanted, isRehearsal: true, isAskedElsewhere: true };
  const told = await undone(tx, () => change(tx, asIfMade, service, setting));
  if (!wanted.isRehearsal) {
    const { contract_id: contractId } = service;
    await askForPlan(tx, { contractId, ...wanted, fromDay: told.from, now: setting.now });
    await bumpVersion(tx, wanted.userId);
  }
  return handedOver(told);
}

async function changeNow(
  tx: Tx,
  wanted: PlanChangeRequest,
  service: ServiceRow,
  setting: PlanChangeTerms,
): Promise<PlanChangeSummary> {
  const { userId, planId } = wanted;
  const { now, today: from, zone, daysBetween } = setting;
  const was = await before(tx, userId);
  const isSecond = await isPlanTakenBackOn(tx, userId, from);
  let changeId = 0;
  const make = async () => {
    changeId = await insertChange(tx, {
      userId,
      planId,
      fromDay: from,
      state: 'done',
      previousPlanId: service.plan_id,
      now,
    });
    const switches_off = await setPlan(tx, userId, planId, from, now);
    await settleMatter(tx, service.contract_id, planTopic(userId), now);
    await serviceChanged(tx, { userId });
    return {
      subject: subjectOf(userId),
      from,
      switches_off,
      // In debt nothing is charged, so nothing can be taken back.
      undo_until: isSecond || service.in_debt ? null : instant(undoEnd(instant(now), zone)),
      changeable_from: changeableFrom(from, daysBetween),
      notes: isSecond ? [SECOND] : [],
    };
  };
  const outcome = await changeService(tx, service, { ...wanted, make }, setting);
  if (!isSecond) await noteUndo(tx, changeId, was, outcome.transactions);
  return { ...outcome, speed_mbit: await speeds(tx, service, planId, setting.today), handed_over: false };
}

const SECOND = keepTogether(
  'Сегодня вы уже меняли тариф и возвращали прежний, поэтому эту смену без потерь не отменить',
);

/** The plan of a service, whose price is shown. */
const subjectOf = (userId: number): ChangeSubject => ({ userId, was: [`${userId}:plan`], will: [`${userId}:plan`] });

async function speeds(
  tx: Tx,
  { plan_id }: ServiceRow,
  planId: number,
  today: Day,
): Promise<PlanChangeSummary['speed_mbit']> {
  const was = plan_id === null ? undefined : await planById(tx, plan_id, today);
  const will = await planById(tx, planId, today);
  return { was: was?.speed_mbit ?? null, will: will?.speed_mbit ?? null };
}

async function planChange(
  tx: Tx,
  wanted: PlanChangeRequest,
  service: ServiceRow,
  setting: PlanChangeTerms,
): Promise<PlanChangeSummary> {
  const { userId, planId } = wanted;
  const { today, zone, now } = setting;
  const from = nextBillingDay(today, service.billing_day);
  const make = async () => {
    await insertChange(tx, { userId, planId, fromDay: from, state: 'planned', previousPlanId: null, now });
    await serviceChanged(tx, { userId });
    return {
      subject: subjectOf(userId),
      from,
      switches_off: await optionsOfOtherPlans(tx, userId, planId),
      undo_until: untilDay(from, today, zone),
    };
  };
  const outcome = await changeService(tx, service, { ...wanted, make }, setting);
  return { ...outcome, speed_mbit: await speeds(tx, service, planId, setting.today), handed_over: false };
}

/** Undoes the change: reverses each of its ledger lines and restores what it replaced. */
async function takeBack(
  tx: Tx,
  wanted: PlanChangeRequest,
  service: ServiceRow,
  latest: LatestRow,
  setting: PlanChangeTerms,
): Promise<PlanChangeSummary> {
  const make = async () => {
    const { undo } = latest;
    if (!undo) throw new Problem('change_not_allowed');
    await reverseAll(tx, service.account_id, undo.transactions, setting);
    await cancelPlanChange(tx, latest.plan_change_id);
    await restore(tx, wanted.userId, undo);
    await serviceChanged(tx, { userId: wanted.userId });
    return { subject: subjectOf(wanted.userId), from: setting.today };
  };
  const outcome = await changeService(tx, service, { ...wanted, make }, setting);
  return { ...outcome, speed_mbit: await speeds(tx, service, wanted.planId, setting.today), handed_over: false };
}

async function refuseUnlessAllowed(
  tx: Tx,
  service: ServiceRow,
  planId: number,
  setting: PlanChangeTerms,
): Promise<void> {
  if (service.plan_id === null) throw new Problem('change_not_allowed');
  const blockReason = await whyNotAllowed(tx, service, setting);
  if (blockReason) throw new Problem('change_not_allowed', { message: blockReason.text });
  const offered = await offeredPlans(tx, service.plan_id, service.is_company, setting.today);
  if (planId === service.plan_id || !offered.some(({ plan_id }) => plan_id === planId)) {
    throw new Problem('change_not_allowed', { message: 'На этот тариф перейти нельзя. Выберите другой из списка' });
  }
}

const ASKED = keepTogether('Смену тарифа уже передали оператору. Дождитесь ответа');

/** Why the plan cannot be changed now; null if it can. */
export async function whyNotAllowed(
  tx: Tx,
  service: ServiceRow,
  { today, daysBetween, zone }: PlanChangeTerms,
): Promise<BlockReason | null> {
  const [latest, begunOn = null, planned, asked] = await Promise.all([
    latestChange(tx, service.user_id),
    planBegunOn(tx, service.user_id),
    plannedPlan(tx, service.user_id),
    service.is_external ? latestAskedPlan(tx, service.user_id) : undefined,
  ]);
  if (asked?.state === 'waiting') return { text: ASKED, possibleFrom: null };
  const changedOn = latest === undefined ? null : dayIn(zone, new Date(latest.made_at));
  return whyNotChangeable({
    situation: service.situation,
    today,
    changedOn,
    begunOn,
    daysBetween,
    isPlannedByUs: planned?.by === 'operator',
  });
}
