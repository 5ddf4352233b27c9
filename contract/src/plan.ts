import { pending } from './kernel/call.ts';
import { UserPath } from './shapes.ts';

export const plan = {
  options: pending({
    method: 'GET',
    path: '/v2/plan/options/{id}',
    summary: 'The plan, plans to move to, and options',
    params: UserPath,
  }),
  change: pending({ method: 'POST', path: '/v2/plan/change', summary: 'Change the plan now or from the next period' }),
  changeOption: pending({ method: 'POST', path: '/v2/plan/change-option', summary: 'Switch an option on or off' }),
  delayCancel: pending({ method: 'POST', path: '/v2/plan/delay-cancel', summary: 'Cancel the delayed change of plan' }),
};
