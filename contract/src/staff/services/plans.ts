import { z } from 'zod';
import { operatorCall } from '../../kernel/call/staff-call.ts';
import { CHANGED, TERMS, termsChange } from '../../kernel/call/staff-change.ts';
import { CatalogueId, DayText, inAddress } from '../../kernel/call/wire.ts';
import { PlanChange, PlanList } from '../../services/plan-shapes.ts';
import { Numbered } from '../inputs.ts';

const OFFICE = ['cashier', 'support', 'engineer'] as const;
const PROBLEMS = ['service_unknown', 'changed_meanwhile', 'change_not_allowed'] as const;

/** The plan of a service, changed by the staff at its subscriber's wish: by his rules, with his preview. */
export const staffPlans = {
  list: operatorCall({
    method: 'GET',
    path: '/staff/v1/plans',
    summary: 'The plan of a service and those it can change to, with price, speed and day, or why it cannot',
    roles: OFFICE,
    command: {
      words: 'plan list',
      arguments: { user_id: 'услуга' },
      help: 'на какие тарифы может перейти услуга: цена, с какого дня или почему нельзя',
    },
    query: z.strictObject({ user_id: Numbered }),
    result: PlanList.omit({ version: true }).extend({
      contract_id: z.int(),
      version: z.int().meta({ description: 'Of the contract with its services, as on the card' }),
    }),
    problems: ['service_unknown'],
  }),
  change: operatorCall({
    method: 'POST',
    path: '/staff/v1/plans/change',
    summary: 'Changes the plan of a service, now or from the next period, at the wish of its subscriber, who is told',
    roles: OFFICE,
    command: {
      words: 'plan change',
      arguments: { user_id: 'услуга', plan_id: 'тариф', when: 'now или next_period' },
      options: TERMS,
      help: 'сменить тариф по просьбе абонента: сразу или со следующего расчётного дня',
    },
    body: termsChange({
      user_id: Numbered,
      plan_id: inAddress(CatalogueId),
      when: z.enum(['now', 'next_period'], 'Когда: now или next_period').default('next_period'),
    }),
    result: PlanChange.extend(CHANGED),
    problems: [...PROBLEMS, 'not_enough_money'],
  }),
  cancel: operatorCall({
    method: 'POST',
    path: '/staff/v1/plans/cancel',
    summary: 'Cancels the planned change of plan of a service, whoever has planned it',
    roles: OFFICE,
    command: {
      words: 'plan cancel',
      arguments: { user_id: 'услуга' },
      options: TERMS,
      help: 'отменить запланированную смену тарифа',
    },
    body: termsChange({ user_id: Numbered }),
    result: z.object({ ...CHANGED, plan: z.string(), from: DayText }),
    problems: PROBLEMS,
  }),
};
