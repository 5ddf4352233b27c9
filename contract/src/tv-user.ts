import { pending } from './kernel/call.ts';
import { UserPath } from './shapes.ts';

export const tvUser = {
  remoteControl: pending({
    method: 'POST',
    path: '/v2/tv-user/remote-control/{id}',
    summary: 'A command to the set-top box',
    params: UserPath,
  }),
};
