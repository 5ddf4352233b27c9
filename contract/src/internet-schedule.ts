import { pending } from './kernel/call.ts';
import { UserPath } from './shapes.ts';

export const internetSchedule = {
  defs: pending({ method: 'GET', path: '/v2/internet-schedule/defs', summary: 'Defaults of the access schedule' }),
  get: pending({
    method: 'GET',
    path: '/v2/internet-schedule/{id}',
    summary: 'The weekly access schedule',
    params: UserPath,
  }),
  set: pending({
    method: 'POST',
    path: '/v2/internet-schedule/{id}',
    summary: 'Set the access schedule',
    params: UserPath,
  }),
  pause: pending({
    method: 'POST',
    path: '/v2/internet-schedule/pause/{id}',
    summary: 'Suspend the schedule for some minutes',
    params: UserPath,
  }),
  checkPassword: pending({
    method: 'POST',
    path: '/v2/internet-schedule/password/{id}',
    summary: 'Check the password of the schedule',
    params: UserPath,
  }),
  changePassword: pending({
    method: 'PATCH',
    path: '/v2/internet-schedule/password/{id}',
    summary: 'Change the password of the schedule',
    params: UserPath,
  }),
  sendPassword: pending({
    method: 'POST',
    path: '/v2/internet-schedule/send-password/{id}',
    summary: 'Send a code to set a new password',
    params: UserPath,
  }),
};
