import { pending } from './kernel/call.ts';
import { UserPath } from './shapes.ts';

export const emailUser = {
  list: pending({ method: 'GET', path: '/v2/email-user/list', summary: 'Mailboxes' }),
  get: pending({ method: 'GET', path: '/v2/email-user/{id}', summary: 'One mailbox', params: UserPath }),
  create: pending({ method: 'POST', path: '/v2/email-user', summary: 'Create a mailbox' }),
  remove: pending({
    method: 'DELETE',
    path: '/v2/email-user/{id}',
    summary: 'Delete a mailbox; it can be restored for some time',
    params: UserPath,
  }),
};
