import { pending } from './kernel/call.ts';

export const tvPlan = {
  change: pending({ method: 'POST', path: '/v2/tv-plan/change', summary: 'Change the TV plan' }),
  changeOption: pending({ method: 'POST', path: '/v2/tv-plan/change-option', summary: 'Switch a TV option on or off' }),
};
