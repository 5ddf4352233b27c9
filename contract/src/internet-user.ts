import { pending } from './kernel/call.ts';
import { UserPath } from './shapes.ts';

export const internetUser = {
  unlock: pending({
    method: 'POST',
    path: '/v2/internet-user/unlock',
    summary: 'Unlock a locked login, session or binding',
  }),
  autoAuth: pending({
    method: 'GET',
    path: '/v2/internet-user/auto-auth/{id}',
    summary: 'Automatic authentication by line',
    params: UserPath,
  }),
  enableAutoAuth: pending({
    method: 'POST',
    path: '/v2/internet-user/enable-auto-auth',
    summary: 'Switch automatic authentication on',
  }),
  disableAutoAuth: pending({
    method: 'POST',
    path: '/v2/internet-user/disable-auto-auth',
    summary: 'Switch automatic authentication off',
  }),
};
