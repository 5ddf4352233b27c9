import { CHANGED_ELSEWHERE } from '#server/domain/billing/outside/outside.texts.ts';
import { addDays, type Day } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { addJob } from '#server/kernel/job/job.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { At } from '#server/domain/billing/debt/debt.ts';
import { dayStart } from '@kabinet/contract/kernel/zone';
import {
  cancelSuspension,
  currentSuspension,
  freeDaysUsed,
  insertSuspension,
  lastReturn,
  orderStartCharge,
  pauseService,
} from '#server/domain/services/suspension/suspension.queries.ts';
import {
  faultOf,
  isPossible,
  notesOf,
  paidSpans,
  possibleOf,
  type AgreedSuspension,
  type PossibleStart,
  type SuspensionRefusal,
  type SuspensionSpan,
  type SuspensionSettings,
} from '#server/domain/services/suspension/suspension.rules.ts';
import { serviceChanged } from '#server/domain/services/provisioning/service-changed.ts';
import type { ServiceRow } from '#server/domain/services/service/service-row.queries.ts';
import { plannedPlan } from '../plan/plan.queries.ts';
import { endUndo } from '../plan/undo.ts';
import { untilDay, type ChangeOutcome } from '../service-change/change-summary.ts';
import { changeService, upToDateService } from '../service-change/settle-change.ts';
import { bumpVersion } from '../service-change/service-change.queries.ts';
import { remindOfSuspensionJob } from './jobs.ts';
import { moneyOn, type OnDay } from './own-money.ts';

export interface SuspensionChangeTerms extends At {
  readonly today: Day;
  /** Undefined if the provider offers no suspension. */
  readonly settings: SuspensionSettings | undefined;
}

interface SuspensionRequest extends SuspensionSpan {
  readonly userId: number;
  readonly version?: string | undefined;
  readonly isRehearsal?: boolean;
}

export type SuspensionSummary = ChangeOutcome & {
  readonly agreed: AgreedSuspension;
  readonly on_start: OnDay | null;
  readonly on_return: OnDay;
};

/** The days on which a suspension of the service can begin, or why it cannot; and the planned or active one. */
export async function possibleFor(
  tx: Tx,
  service: ServiceRow,
  { settings, today }: Pick<SuspensionChangeTerms, 'settings' | 'today'>,
): Promise<{ possible: PossibleStart | SuspensionRefusal; current: Awaited<ReturnType<typeof currentSuspension>> }> {
  const { user_id, situation, in_debt: inDebt, is_external: isExternal } = service;
  const current = await currentSuspension(tx, user_id);
  const lastUntil = await lastReturn(tx, user_id);
  if (isExternal) return { possible: { reason: CHANGED_ELSEWHERE, from: null }, current };
  return { possible: possibleOf({ settings, situation, inDebt, today, current, lastUntil }), current };
}

/** Free days left in a calendar year. */
export async function freeDaysOf(
  tx: Tx,
  userId: number,
  { free_days_a_year }: SuspensionSettings,
): Promise<(year: number) => number> {
  const used = await freeDaysUsed(tx, userId);
  return (year) => Math.max(0, free_days_a_year - (used.get(year) ?? 0));
}

/** Suspends a service from today or a later day; charges for its suspended days are given back on the first of them. */
export async function suspendService(
  tx: Tx,
  wanted: SuspensionRequest,
  setting: SuspensionChangeTerms,
): Promise<SuspensionSummary> {
  const { userId, from } = wanted;
  const { today, now } = setting;
  const service = await upToDateService(tx, userId, wanted.version, setting);
  const agreed = await agree(tx, service, wanted, setting);
  const make = async () => {
    const begins = from === today;
    const suspensionId = await insertSuspension(tx, userId, agreed, { state: begins ? 'active' : 'planned', now });
    await orderStartCharge(tx, { userId, suspensionId, amount: agreed.start_price, day: from });
    await orderReminders(tx, suspensionId, agreed, setting);
    const notes = notesOf({ agreed, planned: await plannedPlan(tx, userId), today });
    const told = { subject: { userId, was: [`${userId}:plan`], will: [`${userId}:suspension`] }, from, notes };
    if (!begins) return { ...told, undo_until: untilDay(from, today, setting.zone) };
    // The plan of a service that is off cannot be changed, and its days are given back.
    const ends_undo = await endUndo(tx, service, setting);
    await pauseService(tx, userId, agreed.until, now);
    await serviceChanged(tx, { userId });
    return { ...told, switches_off: [service.name], ends_undo };
  };
  const outcome = await changeService(tx, service, { ...wanted, make }, setting);
  return {
    ...outcome,
    agreed,
    on_start: from === today ? null : await moneyOn(tx, service, from, today),
    on_return: await moneyOn(tx, service, agreed.until, today),
  };
}

/** Computes the terms for the chosen days; throws a Russian explanation if they are not possible. */
async function agree(
  tx: Tx,
  service: ServiceRow,
  { from, until }: SuspensionSpan,
  setting: SuspensionChangeTerms,
): Promise<AgreedSuspension> {
  const { settings, today } = setting;
  const { possible } = await possibleFor(tx, service, setting);
  if (settings === undefined || !isPossible(possible)) throw refused(isPossible(possible) ? null : possible.reason);
  const fault = faultOf({ from, until }, possible, settings, today);
  if (fault !== null) throw refused(fault);
  const { day_price, start_price, early_return } = settings;
  const paid = day_price === 0 ? [] : paidSpans({ from, until }, await freeDaysOf(tx, service.user_id, settings));
  return { from, until, paid, day_price, start_price, early_return };
}

const refused = (message: string | null): Problem =>
  new Problem('change_not_allowed', message === null ? {} : { message });

/** Schedules reminders a day before the return, and a day before paid days; a cancelled event is not announced. */
async function orderReminders(
  tx: Tx,
  suspensionId: number,
  { from, until, paid }: AgreedSuspension,
  { zone }: At,
): Promise<void> {
  const remind = (of: 'return' | 'paid', eve: Day) =>
    addJob(tx, remindOfSuspensionJob, { suspensionId, of, eve }, { runAt: new Date(dayStart(eve, zone)) });
  await remind('return', addDays(until, -1));
  // The client has agreed to days that are paid from the first one on.
  for (const span of paid) if (span.from > from) await remind('paid', addDays(span.from, -1));
}

/** Cancels a suspension that has not begun; true if there was one. */
export async function cancelPlannedSuspension(tx: Tx, userId: number, at: At): Promise<boolean> {
  await upToDateService(tx, userId, undefined, at);
  const current = await currentSuspension(tx, userId);
  if (!current) return false;
  if (current.state === 'active') throw refused('Услуга уже приостановлена. Её можно возобновить');
  await cancelSuspension(tx, current.suspension_id);
  await bumpVersion(tx, userId);
  return true;
}
