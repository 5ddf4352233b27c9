import type { contract } from '@kabinet/contract';
import type { Result } from '@kabinet/contract/kernel/call/call';
import { nextBillingDay, type Day } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { sharedForecasts } from '#server/domain/billing/forecast/forecast.queries.ts';
import { askedWords, isAskedTold, toldStill } from '#server/domain/billing/outside/asked.rules.ts';
import { latestAskedOf, latestAskedPlan, type AskedPlanRow } from '#server/domain/billing/outside/request.queries.ts';
import { optionSubject } from '#server/domain/billing/outside/subjects.ts';
import { ownPrice, planDiscounts } from '#server/domain/billing/forecast/own-price.rules.ts';
import { hasIndividual, keptPrices, revivedPrices } from '#server/domain/services/price/individual.queries.ts';
import { serviceRow, type ServiceRow } from '#server/domain/services/service/service-row.queries.ts';
import { demandTodaysBooks } from '../service-change/todays-books.ts';
import { versionOf } from '../service-change/version.ts';
import { whyNotAllowed, type PlanChangeTerms } from './change-plan.ts';
import { offerOf, optionOf, plannedOf, pricedPlan, switchedOnPrice } from './plan-answer.ts';
import {
  offeredPlans,
  planById,
  plannedPlan,
  planOptionsOf,
  type LatestRow,
  type OptionRow,
  type PlanRow,
} from './plan.queries.ts';
import { undoEnd } from './plan.rules.ts';
import { undoableChange } from './undo.ts';

type PlanList = Result<typeof contract.plan.options>;

/** The plan of a service, the plans it can change to, and options: for its subscriber, and for the staff. */
export async function planList(db: Tx, userId: number, setting: PlanChangeTerms): Promise<PlanList> {
  const { today } = setting;
  const service = await serviceRow(db, userId, { lock: false });
  demandTodaysBooks(service, today, setting);
  const next_period = nextBillingDay(today, service.billing_day);
  const now = service.plan_id === null ? undefined : await planById(db, service.plan_id, today);
  if (!now)
    return {
      version: versionOf(service, today),
      plan: null,
      planned: null,
      undo: null,
      asked: null,
      next_period,
      plans: [],
      options: [],
    };
  const [planned, offered, listed, blockReason, undo, asked] = await Promise.all([
    plannedPlan(db, userId),
    offeredPlans(db, now.plan_id, service.is_company, today),
    planOptionsOf(db, userId, now.plan_id, today),
    whyNotAllowed(db, service, setting),
    undoableChange(db, service, setting),
    allAskedOf(db, service, setting),
  ]);
  const { pays, waits, discounts } = await payingNow(db, service, now, listed, today);
  const terms = { billingDay: service.billing_day, discounts };
  const present = pricedPlan(now, terms, today, pays('plan', now.plan_id));
  const others = offered.map((one) => (one.plan_id === now.plan_id ? present : pricedPlan(one, terms, today)));
  const all = offered.some(({ plan_id }) => plan_id === now.plan_id) ? others : [present, ...others];
  return {
    version: versionOf(service, today),
    plan: present,
    planned: planned ? plannedOf(planned, terms) : null,
    // In debt no money is charged, not even what a change has just given back.
    undo: undo && !service.in_debt ? await undoOf(db, service, undo, setting) : null,
    asked: asked.plan,
    next_period,
    plans: all.map((one) => offerOf(one, present, planned, blockReason, today)),
    options: listed.map((option) =>
      optionOf(option, service, today, {
        own: pays('option', option.option_id) ?? waits(option),
        asked: asked.ofOption(option),
      }),
    ),
  };
}

/** What another billing was asked for: the plan, and each option. */
async function allAskedOf(db: Tx, service: ServiceRow, setting: PlanChangeTerms) {
  const { user_id: userId, is_external: isExternal, was_asked: wasAsked } = service;
  const [plan, others] = wasAsked
    ? await Promise.all([askedOf(db, service, setting.today), latestAskedOf(db, userId)])
    : [null, undefined];
  const ofOption = ({ option_id: id }: OptionRow) =>
    askedWords(toldStill(others?.get(optionSubject(userId, id)), isExternal), setting);
  return { plan, ofOption };
}

/** Until the asked plan shows, or a refusal is a month old. */
const isTold = (asked: AskedPlanRow, { plan_id: planId }: ServiceRow, today: Day): boolean =>
  isAskedTold(asked, today) || (asked.state === 'confirmed' && asked.plan_id !== planId);

async function askedOf(db: Tx, service: ServiceRow, today: Day): Promise<PlanList['asked']> {
  const asked = toldStill(await latestAskedPlan(db, service.user_id), service.is_external);
  if (!asked || !isTold(asked, service, today)) return null;
  const { plan_id, name, from_day: from, made_at: at, state, reason, answered_at } = asked;
  return { plan: { plan_id, name }, from, at, state, reason, answered_at };
}

/** The prices that the service pays; read only if some price changes or is its own, because a forecast costs more than the rest of the call. */
async function payingNow(
  db: Tx,
  { user_id: userId, contract_id: contractId, billing_day: billingDay }: ServiceRow,
  plan: PlanRow,
  options: readonly OptionRow[],
  today: Day,
) {
  const isAsSold = ![plan, ...options].some((one) => one.is_changing) && !(await hasIndividual(db, userId));
  if (isAsSold) return { pays: () => undefined, waits: () => undefined, discounts: [] };
  const [forecasts, kept] = await Promise.all([
    sharedForecasts(db, contractId, today),
    keptPrices(db, contractId, today),
  ]);
  const prices = forecasts.flatMap((account) => account.prices);
  return {
    pays: (soldKind: 'plan' | 'option', soldId: number) => ownPrice(prices, { soldKind, soldId }, userId, today),
    /** What an option that is off would cost: its own price waits for it. */
    waits: ({ option_id: id, ...option }: OptionRow) => {
      const own = kept.filter(({ what }) => what === `${userId}:option-${id}`);
      return own.length === 0 ? undefined : switchedOnPrice(option, own, billingDay, today);
    },
    discounts: planDiscounts(prices, plan.plan_id, userId),
  };
}

/** The plan that the service returns to, at the price it returns to: prices of its own go on with it. */
async function undoOf(
  db: Tx,
  { user_id: userId, billing_day: billingDay }: ServiceRow,
  { previous_plan_id: planId, made_at: madeAt, undo }: LatestRow,
  { today, zone }: PlanChangeTerms,
) {
  const plan = planId === null ? undefined : await planById(db, planId, today);
  if (!plan) return null;
  const discounts = await revivedPrices(db, userId, plan.plan_id, undo?.individual ?? []);
  return { plan: pricedPlan(plan, { billingDay, discounts }, today), until: undoEnd(madeAt, zone).toISOString() };
}
