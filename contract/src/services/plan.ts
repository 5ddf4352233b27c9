import { z } from 'zod';
import { AskedUser } from '../kernel/call/asked-id.ts';
import { call } from '../kernel/call/call.ts';
import { CHANGED_SERVICE } from '../kernel/call/outdates.ts';
import { UserPath } from '../shapes.ts';
import {
  AskedOption,
  AskedPlan,
  ChangeOption,
  ChangePlan,
  ChangeSummary,
  MONEY,
  PlanChangeSummary,
  PlanList,
} from './plan-shapes.ts';

export const plan = {
  options: call({
    method: 'GET',
    path: '/v2/plan/options/{id}',
    members: ['full'],
    summary: 'The plan of a service, the plans it can change to, and options',
    params: UserPath,
    result: PlanList,
  }),
  preview: call({
    method: 'POST',
    path: '/v2/plan/preview',
    members: ['full'],
    summary: 'What a change of plan does to the money, to the kopeck, before it is made; changes nothing',
    outdates: [],
    body: AskedPlan,
    result: PlanChangeSummary,
    problems: MONEY,
  }),
  change: call({
    method: 'POST',
    path: '/v2/plan/change',
    members: ['full'],
    summary: 'Change the plan now or from the next period',
    outdates: CHANGED_SERVICE,
    body: ChangePlan,
    result: PlanChangeSummary,
    problems: MONEY,
  }),
  optionPreview: call({
    method: 'POST',
    path: '/v2/plan/option-preview',
    members: ['full'],
    summary: 'What switching an option does to the money, before it is done; changes nothing',
    outdates: [],
    body: AskedOption,
    result: ChangeSummary,
    problems: MONEY,
  }),
  changeOption: call({
    method: 'POST',
    path: '/v2/plan/change-option',
    members: ['full'],
    summary: 'Switch an option on or off',
    outdates: CHANGED_SERVICE,
    body: ChangeOption,
    result: ChangeSummary,
    problems: MONEY,
  }),
  delayCancel: call({
    method: 'POST',
    path: '/v2/plan/delay-cancel',
    members: ['full'],
    summary: 'Cancel the delayed change of plan; a repeated call succeeds, too',
    outdates: CHANGED_SERVICE,
    body: z.strictObject({ user_id: AskedUser }),
    result: z.object({ cancelled: z.boolean().meta({ description: 'Whether there was one to cancel' }) }),
    problems: ['change_not_allowed'],
  }),
};
