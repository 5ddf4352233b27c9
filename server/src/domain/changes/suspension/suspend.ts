import { askedWords, toldStill, type AskedWords } from '#server/domain/billing/outside/asked.rules.ts';
import { askForChange, latestAsked } from '#server/domain/billing/outside/request.queries.ts';
import { pauseSubject } from '#server/domain/billing/outside/subjects.ts';
import { addDays, type Day } from '@kabinet/contract/kernel/day';
import { kopecks } from '@kabinet/contract/kernel/money';
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
import { askInstead, refuseWhileAsked } from '../service-change/handed-over.ts';
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
  /** Only to tell what another billing is asked for. */
  readonly isAskedElsewhere?: boolean;
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
  { settings, today, now, zone }: SuspensionChangeTerms,
): Promise<{
  possible: PossibleStart | SuspensionRefusal;
  current: Awaited<ReturnType<typeof currentSuspension>>;
  /** What another billing was asked for. */
  asked: AskedWords;
}> {
  const { user_id, situation, in_debt: inDebt, is_external: isExternal, was_asked: wasAsked } = service;
  const current = await currentSuspension(tx, user_id);
  const lastUntil = await lastReturn(tx, user_id);
  const latest = wasAsked ? await latestAsked(tx, pauseSubject(user_id)) : undefined;
  const asked = askedWords(toldStill(latest, isExternal), { now, zone });
  if (asked.isWaiting) return { possible: { reason: asked.text, from: null }, current, asked };
  return { possible: possibleOf({ settings, situation, inDebt, today, current, lastUntil }), current, asked };
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
  const service = await upToDateService(tx, wanted.userId, wanted.version, setting);
  const agreed = await agree(tx, service, wanted, setting);
  return service.is_external
    ? askForPause(tx, wanted, service, setting)
    : makePause(tx, wanted, service, agreed, setting);
}

/** Another billing is asked for the pause; what it costs there is not known here. */
async function askForPause(
  tx: Tx,
  wanted: SuspensionRequest,
  service: ServiceRow,
  setting: SuspensionChangeTerms,
): Promise<SuspensionSummary> {
  const { userId, from, until, isRehearsal } = wanted;
  const agreed = pricelessPause({ from, until });
  const asked = { kind: 'pause', subject: pauseSubject(userId), body: { from, until }, isRehearsal } as const;
  const asIfMade = { ...wanted, isRehearsal: true, isAskedElsewhere: true };
  const told = await askInstead(tx, service, asked, () => makePause(tx, asIfMade, service, agreed, setting), setting);
  return { ...told, price: NO_PRICE, on_start: null, on_return: { day: until, amount: kopecks(0), parts: [] } };
}

/** Days of a pause have no price here. */
export const NO_PRICE = { was: null, will: null };

/** A pause whose price another billing knows. */
export const pricelessPause = ({ from, until }: SuspensionSpan): AgreedSuspension => ({
  from,
  until,
  paid: [],
  day_price: kopecks(0),
  start_price: kopecks(0),
  early_return: { price: kopecks(0) },
});

async function makePause(
  tx: Tx,
  wanted: SuspensionRequest,
  service: ServiceRow,
  agreed: AgreedSuspension,
  setting: SuspensionChangeTerms,
): Promise<SuspensionSummary> {
  const { userId, from } = wanted;
  const { today, now } = setting;
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

/** Cancels a suspension that has not begun, or asks another billing for it; undefined if there was none. */
export async function cancelPlannedSuspension(
  tx: Tx,
  userId: number,
  at: At,
): Promise<'cancelled' | 'handed_over' | undefined> {
  const service = await upToDateService(tx, userId, undefined, at);
  const current = await currentSuspension(tx, userId);
  if (!current) return undefined;
  if (current.state === 'active') throw refused('Услуга уже приостановлена. Её можно возобновить');
  if (service.is_external) {
    const { contract_id: contractId, account_id: accountId } = service;
    const subject = pauseSubject(userId);
    await refuseWhileAsked(tx, subject, at);
    await askForChange(tx, { kind: 'return', subject, contractId, userId, accountId, body: {}, now: at.now });
    await bumpVersion(tx, userId);
    return 'handed_over';
  }
  await cancelSuspension(tx, current.suspension_id);
  await bumpVersion(tx, userId);
  return 'cancelled';
}
