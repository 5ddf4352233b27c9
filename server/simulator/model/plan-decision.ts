import { addDays } from '@kabinet/contract/kernel/day';
import {
  dayOf,
  isFresh,
  nextPeriod,
  NOT_IN,
  nothing,
  refuse,
  settled,
  writtenInstant,
  type DecisionResult,
  type ServiceCase,
  type DecisionTerms,
} from './case.ts';
import { newOption } from './extras.ts';
import type { ModelUndo } from './memory.ts';
import { offeredPrice } from './price.ts';
import type { ModelAccount, ModelExtra, ModelLine } from './snapshot.ts';
import { endModelUndo, noteModelUndo, takeBack, undoableModelChange } from './undo.ts';

export interface PlanDecision {
  readonly do: 'plan';
  readonly planId: number;
  readonly when: 'now' | 'next_period';
}
export interface OptionDecision {
  readonly do: 'option';
  readonly optionId: number;
  readonly status: 'on' | 'off';
}

export function judgePlan(of: ServiceCase, { planId, when }: PlanDecision): DecisionResult {
  const { model, line, account, setting } = of;
  const undo = when === 'now' ? undoableModelChange(model, line, account) : undefined;
  const isBack = undo?.line.soldId === planId && isFresh(undo.at, setting);
  if (!isBack) refuseUnlessOffered(of, planId);
  line.version += 1;
  if (isBack) return changeBack(of, undo);
  return when === 'now' ? changeNow(of, planId) : changeLater(of, planId);
}

function changeBack(of: ServiceCase, undo: ModelUndo): DecisionResult {
  const { model, line, account, setting, isRehearsal } = of;
  const reversed = takeBack(model, line, account, undo, setting.today);
  const isShort = account.balance + account.limit < 0 && (account.inDebt || !isRehearsal);
  // Returned money may have been spent since.
  if (isShort && reversed.some(({ amount }) => amount < 0)) refuse('not_enough_money');
  const lacks = Math.max(0, 0 - account.balance - account.limit);
  const done = settled(of, reversed);
  return account.inDebt ? done : { ...done, missing: Math.max(done.missing, lacks) };
}

function refuseUnlessOffered({ line, account, setting }: ServiceCase, planId: number): void {
  const { today, daysBetween } = setting;
  const isTooEarly =
    line.begunOn === today ||
    (line.changedAt !== null && addDays(dayOf(line.changedAt), Math.max(1, daysBetween)) > today);
  const isOffered = offersTo(setting, line, account).some(({ id }) => id === planId);
  const isKept = line.next?.by === 'operator';
  if (NOT_IN.has(line.situation) || isTooEarly || isKept || !isOffered) refuse('change_not_allowed');
}

/** Plans of the same kind sold to such a client, without its own. */
function offersTo(
  { catalogue: { plans, mailPlans } }: DecisionTerms,
  { soldId }: ModelLine,
  { isCompany }: ModelAccount,
) {
  const own = plans.find(({ id }) => id === soldId);
  const audience = isCompany ? 'office' : 'home';
  return plans.filter(
    (one) =>
      one.kind === own?.kind &&
      one.id !== soldId &&
      !one.isArchived &&
      one.audience === audience &&
      // A mailbox keeps its plan.
      !mailPlans.some(({ id }) => id === one.id),
  );
}

function soldOf({ setting }: ServiceCase, planId: number) {
  const { id, price, unit } = setting.catalogue.plans.find((one) => one.id === planId) ?? refuse('not_found');
  return { soldId: id, price, unit };
}

function changeNow(of: ServiceCase, planId: number): DecisionResult {
  const { model, line, account, setting } = of;
  const isSecond = model.memory.takenBack.get(Number(line.userId)) === setting.today;
  const isUndoable = !isSecond && !account.inDebt;
  const note = noteModelUndo(model, line, account, setting.now);
  const changedAt = writtenInstant(setting.now);
  Object.assign(line, {
    ...soldOf(of, planId),
    promo: null,
    promoUntil: null,
    next: null,
    changedAt,
    begunOn: setting.today,
  });
  model.snapshot.planSince[line.what] = setting.today;
  const switchedOff = model.drop(
    (extra) => extra.line === line.what && extra.ofPlan !== null && extra.ofPlan !== planId,
  );
  const done = settled(of);
  if (isSecond) model.memory.undo.delete(Number(line.userId));
  else note(done.posted);
  return { ...done, switchedOff, isUndoable };
}

function changeLater(of: ServiceCase, planId: number): DecisionResult {
  const { model, line, account, setting } = of;
  const from = nextPeriod(setting.today, account.billingDay);
  const leaving = model.snapshot.extras.filter(
    ({ line: what, ofPlan, status }) =>
      what === line.what && ofPlan !== null && ofPlan !== planId && status !== 'off_pending',
  );
  Object.assign(line, { next: { ...soldOf(of, planId), from, by: 'client', madeAt: writtenInstant(setting.now) } });
  return { ...settled(of), from, switchedOff: leaving.length, isUndoable: true };
}

export function judgePlanCancel({ line, setting }: ServiceCase): DecisionResult {
  if (line.next?.by === 'operator') refuse('change_not_allowed');
  if (line.next) Object.assign(line, { next: null, version: line.version + 1 });
  return nothing(setting);
}

export function judgeOption(of: ServiceCase, { optionId, status }: OptionDecision): DecisionResult {
  const { model, line, setting } = of;
  const { today, catalogue } = setting;
  const sold = catalogue.options.find(({ id, plan }) => id === optionId && plan === line.soldId);
  if (!sold) return refuse('not_found');
  const what = `${String(line.userId)}:option-${optionId}`;
  const known = model.snapshot.extras.find((extra) => extra.what === what);
  if (known ? line.situation === 'closed' : NOT_IN.has(line.situation)) refuse('change_not_allowed');
  line.version += 1;
  if (status === 'off') return optionOff(of, what, known, offeredPrice(model.snapshot, 'option', sold, today) === 0);
  const endsUndo = endModelUndo(of);
  if (known) {
    const since = known.status === 'on_pending' ? today : known.since;
    Object.assign(known, { status: 'on', changesOn: null, since });
  } else model.snapshot.extras.push(newOption(line, sold, today));
  return { ...settled(of), endsUndo };
}

/** A free or pending option ends at once; others end with what is paid of them. */
function optionOff(of: ServiceCase, what: string, known: ModelExtra | undefined, isFree: boolean): DecisionResult {
  const { model, account, setting } = of;
  const { today } = setting;
  const from = isFree || known?.status === 'on_pending' ? today : model.memory.paidUntil(account.id, what, today);
  const isAtOnce = from === today;
  if (isAtOnce) model.drop((extra) => extra === known);
  else if (known?.status === 'on') Object.assign(known, { status: 'off_pending', changesOn: from });
  return { ...settled(of), from, switchedOff: 1, isUndoable: !isAtOnce };
}
