import { ACCOUNT_NAMES } from '@kabinet/contract/kernel/russian';
import type { Notice } from '#server/domain/messaging/notice.ts';
import { dayText, rubles } from '#server/domain/shared/text.rules.ts';
import {
  chargedMessage,
  dayChargesText,
  linesText,
  planMessage,
  planText,
  changedPlanPriceText,
  dayChargesSum,
  enoughUntilText,
  type DayCharges,
  type ChangedPlan,
} from './day.texts.ts';
import type { AppliedPlan } from './day-transitions.queries.ts';
import { planTopic } from './topic.ts';

/** What a day has cost, once for an account and a day; sent only by channels that the client has switched on for charges. */
export const charged: Notice<DayCharges> = {
  name: 'charge.day',
  category: 'charge',
  // The portal shows charges in its history.
  shownDays: 0,
  link: ({ account }) => `/payments-history/${account}`,
  key: ({ account, day }) => `${account}:${day}`,
  portal: chargedMessage,
  fields: (all) => ({
    счёт: ACCOUNT_NAMES[all.account],
    день: dayText(all.day, all.today),
    сумма: rubles(dayChargesSum(all)),
    списания: linesText(all),
    остаток: rubles(all.balance),
    срок: enoughUntilText(all),
  }),
  sms: dayChargesText,
};

/** A planned change of plan is applied. An immediate change sends no notice, because the client who makes it sees it. */
export const planChanged: Notice<AppliedPlan & ChangedPlan> = {
  name: 'plan.changed',
  category: 'service',
  shownDays: 7,
  topic: ({ user_id }) => planTopic(user_id),
  link: ({ service_kind, user_id }) => `/${service_kind}/${user_id}`,
  key: ({ plan_change_id }) => plan_change_id,
  portal: planMessage,
  fields: (plan) => ({
    тариф: plan.name,
    день: dayText(plan.from, plan.today),
    цена: changedPlanPriceText(plan),
    опции: plan.ended.join(', '),
  }),
  sms: planText,
};
