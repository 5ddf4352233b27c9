import type { contract } from '@kabinet/contract';
import type { Result } from '@kabinet/contract/kernel/call/call';
import type { Day } from '@kabinet/contract/kernel/day';
import { kopecks } from '@kabinet/contract/kernel/money';
import type { OptionRow, PlannedRow, PlanRow } from './plan.queries.ts';
import { whyNotOption, monthlyPrice, type BlockReason } from './plan.rules.ts';
import type { AskedWords } from '#server/domain/billing/outside/asked.rules.ts';
import type { IndividualPeriod } from '#server/domain/billing/fee/individual.rules.ts';
import { newPriceFor, priceWith, type OwnPrice } from '#server/domain/billing/forecast/own-price.rules.ts';
import type { ServiceRow } from '#server/domain/services/service/service-row.queries.ts';
import { cleanHtml } from '#server/domain/shared/markup.ts';
import { dayText } from '#server/domain/shared/text.rules.ts';

type Options = Result<typeof contract.plan.options>;

const OPEN = { text: '', possible_from: null };

/** A plan with its next price, on the contract's own day. */
export interface PricedPlan extends Omit<PlanRow, 'coming'>, Pick<OwnPrice, 'new_price' | 'discount'> {}

/** What decides what a service would pay for a plan. */
interface PlanTerms {
  readonly billingDay: number;
  /** Its discounts, whatever its plan. */
  readonly discounts: readonly IndividualPeriod[];
}

/** `since`: the day on which it would begin; `own`: the price that the service pays, if it has this plan. */
export const pricedPlan = (
  { coming, ...plan }: PlanRow,
  { billingDay, discounts }: PlanTerms,
  since: Day,
  own?: OwnPrice,
): PricedPlan => ({
  ...plan,
  ...(own ?? priceWith(discounts, plan.price, newPriceFor(coming, plan.unit, billingDay).new_price, since)),
});

/** A plan of the list: the current one is on, the planned one pending, others are off, or locked with the reason. */
export function offerOf(
  offered: PricedPlan,
  present: PricedPlan,
  planned: PlannedRow | undefined,
  blockReason: BlockReason | null,
  today: Day,
) {
  const monthly = monthlyPrice(offered);
  return { ...offered, monthly, difference: kopecks(monthly - monthlyPrice(present)), control: control() };

  function control(): Options['plans'][number]['control'] {
    if (offered.plan_id === present.plan_id) return { status: 'on', ...OPEN };
    if (offered.plan_id === planned?.plan_id) {
      return { status: 'on_pending', text: `С ${dayText(planned.from, today)}`, possible_from: null };
    }
    if (blockReason) return { status: 'locked', text: blockReason.text, possible_from: blockReason.possibleFrom };
    return { status: 'off', ...OPEN };
  }
}

/** Only the operator cancels what the operator has planned. */
export const plannedOf = ({ from, by, ...plan }: PlannedRow, terms: PlanTerms): NonNullable<Options['planned']> => ({
  plan: pricedPlan(plan, terms, from),
  from,
  by,
  control:
    by === 'client'
      ? { status: 'on', ...OPEN }
      : { status: 'locked', text: 'Смену назначил провайдер. Отменить поможет поддержка', possible_from: null },
});

/** What an option or a program that is off would cost whoever switches it on, with the prices of his own that wait for it. */
export const switchedOnPrice = (
  { price, coming }: Pick<OptionRow, 'price' | 'coming'>,
  kept: readonly IndividualPeriod[],
  billingDay: number,
  today: Day,
): OwnPrice => priceWith(kept, price, newPriceFor(coming, 'month', billingDay).new_price, today);

export function optionOf(
  { status, coming, ...row }: OptionRow,
  service: Pick<ServiceRow, 'situation' | 'billing_day'>,
  today: Day,
  { own, asked }: { readonly own?: OwnPrice | undefined; readonly asked: AskedWords },
): Options['options'][number] {
  const price = own ?? newPriceFor(coming, 'month', service.billing_day);
  return {
    ...row,
    ...price,
    oferta: cleanHtml(row.oferta),
    remarks: cleanHtml(row.remarks),
    control: optionControl({ status, changes_on: row.changes_on }, service, today, asked),
  };
}

function optionControl(
  { status, changes_on: on }: Pick<OptionRow, 'status' | 'changes_on'>,
  service: Pick<ServiceRow, 'situation'>,
  today: Day,
  asked: AskedWords,
): Options['options'][number]['control'] {
  const blockReason = asked.isWaiting
    ? { text: asked.text, possibleFrom: null }
    : whyNotOption(service, status !== null);
  if (blockReason) {
    const is_on = status === 'on' || status === 'off_pending';
    return { status: 'locked', text: blockReason.text, is_on, possible_from: blockReason.possibleFrom };
  }
  const coming =
    on === null ? asked.text : `${status === 'on_pending' ? 'Включится' : 'Отключится'} ${dayText(on, today)}`;
  return { status: status ?? 'off', text: coming, possible_from: null };
}
