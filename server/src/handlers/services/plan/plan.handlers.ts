import type { contract } from '@kabinet/contract';
import { nextBillingDay, type Day } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import {
  decideOption,
  decidePlan,
  rehearseOption,
  rehearsePlan,
  planChangeTermsOf,
} from '#server/domain/changes/decision/decide-plan.ts';
import { whyNotAllowed } from '#server/domain/changes/plan/change-plan.ts';
import {
  cancelPlanned,
  offeredPlans,
  planOptionsOf,
  planById,
  plannedPlan,
} from '#server/domain/changes/plan/plan.queries.ts';
import { undoEnd } from '#server/domain/changes/plan/plan.rules.ts';
import { undoableChange } from '#server/domain/changes/plan/undo.ts';
import { bumpVersion } from '#server/domain/changes/service-change/service-change.queries.ts';
import { serviceRow } from '#server/domain/services/service/service-row.queries.ts';
import { serviceChanged } from '#server/domain/services/provisioning/service-changed.ts';
import { demandTodaysBooks } from '#server/domain/changes/service-change/todays-books.ts';
import { versionOf } from '#server/domain/changes/service-change/version.ts';
import { ownUser } from '#server/domain/services/service/service-user.queries.ts';
import { sharedForecasts } from '#server/domain/billing/forecast/forecast.queries.ts';
import { ownPrice } from '#server/domain/billing/forecast/own-price.rules.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { withoutTransaction, type Handler, type Handlers, type ScopeOf } from '#server/kernel/world.ts';
import { offerOf, optionOf, plannedOf, pricedPlan } from './plan-answer.ts';

const options: Handler<typeof contract.plan.options> = async ({ params: { id } }, scope) => {
  const { db, subscriber, today } = scope;
  const { userId } = await ownUser(db, subscriber, id);
  const service = await serviceRow(db, userId, { lock: false });
  const setting = planChangeTermsOf(scope);
  demandTodaysBooks(service, today, setting);
  const next_period = nextBillingDay(today, service.billing_day);
  const now = service.plan_id === null ? undefined : await planById(db, service.plan_id, today);
  if (!now)
    return {
      version: versionOf(service, today),
      plan: null,
      planned: null,
      undo: null,
      next_period,
      plans: [],
      options: [],
    };
  const [planned, offered, listed, blockReason, undo] = await Promise.all([
    plannedPlan(db, userId),
    offeredPlans(db, now.plan_id, service.is_company, today),
    planOptionsOf(db, userId, now.plan_id, today),
    whyNotAllowed(db, service, setting),
    undoableChange(db, service, setting),
  ]);
  const pays = await payingNow(scope, userId, [now, ...listed]);
  const present = pricedPlan(now, service.billing_day, pays('plan', now.plan_id));
  const others = offered.map((one) => (one.plan_id === now.plan_id ? present : pricedPlan(one, service.billing_day)));
  const all = offered.some(({ plan_id }) => plan_id === now.plan_id) ? others : [present, ...others];
  return {
    version: versionOf(service, today),
    plan: present,
    planned: planned ? plannedOf(planned, service.billing_day) : null,
    // In debt no money is charged, not even what a change has just given back.
    undo:
      undo && !service.in_debt
        ? await undoOf(db, undo.previous_plan_id, undoEnd(undo.made_at, setting.zone), today)
        : null,
    next_period,
    plans: all.map((one) => offerOf(one, present, planned, blockReason, today)),
    options: listed.map((option) => optionOf(option, service, today, pays('option', option.option_id))),
  };
};

/** The prices that the service pays; read only if some price changes, because a forecast costs more than the rest of the call. */
async function payingNow(
  { db, subscriber, today }: ScopeOf<typeof contract.plan.options>,
  userId: number,
  sold: readonly { readonly is_changing: boolean }[],
) {
  if (!sold.some((one) => one.is_changing)) return () => undefined;
  const forecasts = await sharedForecasts(db, subscriber.contractId, today);
  const prices = forecasts.flatMap((account) => account.prices);
  return (soldKind: 'plan' | 'option', soldId: number) => ownPrice(prices, { soldKind, soldId }, userId);
}

async function undoOf(db: Tx, planId: number | null, until: Date, today: Day) {
  const plan = planId === null ? undefined : await planById(db, planId, today);
  return plan ? { plan, until: until.toISOString() } : null;
}

const delayCancel: Handler<typeof contract.plan.delayCancel> = async ({ body: { user_id } }, { db, subscriber }) => {
  const { userId } = await ownUser(db, subscriber, user_id);
  await serviceRow(db, userId, { lock: true });
  const planned = await plannedPlan(db, userId);
  if (!planned) return { cancelled: false };
  if (planned.by === 'operator') {
    throw new Problem('change_not_allowed', { message: 'Смену назначил провайдер. Отменить поможет поддержка' });
  }
  await bumpVersion(db, userId);
  await serviceChanged(db, { userId });
  return { cancelled: await cancelPlanned(db, userId) };
};

const preview = withoutTransaction<typeof contract.plan.preview>(({ body }, scope) => rehearsePlan(scope, body));
const change: Handler<typeof contract.plan.change> = ({ body }, scope) => decidePlan(scope, body);
const optionPreview = withoutTransaction<typeof contract.plan.optionPreview>(({ body }, scope) =>
  rehearseOption(scope, body),
);
const changeOption: Handler<typeof contract.plan.changeOption> = ({ body }, scope) => decideOption(scope, body);

export const planHandlers: Handlers<typeof contract.plan> = {
  options,
  preview,
  change,
  optionPreview,
  changeOption,
  delayCancel,
};
