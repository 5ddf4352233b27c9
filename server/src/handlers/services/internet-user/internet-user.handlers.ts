import type { contract } from '@kabinet/contract';
import type { AskedId } from '@kabinet/contract/kernel/call/asked-id';
import { autoAuthOf, switchAutoAuth } from '#server/domain/services/access/auto-auth.ts';
import { unlock } from '#server/domain/services/access/unlock.ts';
import { orderSessionEnd } from '#server/domain/services/sessions/end-session.ts';
import { ownUser } from '#server/domain/services/service/service-user.queries.ts';
import { phoneText } from '#server/domain/shared/text.rules.ts';
import type { ScopeOf } from '#server/kernel/world.ts';
import { entry, resetPassword, sendPassword } from './entry.ts';
import type { PlainHandlers } from '../../shared/plain-handlers.ts';

type Scope = ScopeOf<typeof contract.internetUser.enableAutoAuth>;

async function turn(userId: AskedId<'user'>, isOn: boolean, { db, subscriber, now }: Scope) {
  const user = await ownUser(db, subscriber, userId);
  await switchAutoAuth(db, user, isOn);
  return autoAuthOf(db, user, now);
}

export const internetUserHandlers: PlainHandlers<typeof contract.internetUser, 'resetPassword'> = {
  entry,
  sendPassword,
  resetPassword,
  unlock: async ({ body: { user_id } }, { db, subscriber, now, provider }) => {
    const { userId } = await ownUser(db, subscriber, user_id);
    const support = phoneText(provider.support_phones[0]?.phone ?? '');
    return { user_id: userId, ...(await unlock(db, userId, { now, zone: provider.time_zone, support })) };
  },
  autoAuth: async ({ params: { id } }, { db, subscriber, now }) =>
    autoAuthOf(db, await ownUser(db, subscriber, id), now),
  enableAutoAuth: ({ body }, scope) => turn(body.user_id, true, scope),
  disableAutoAuth: ({ body }, scope) => turn(body.user_id, false, scope),
  endSession: async ({ body }, { db, subscriber, now }) => {
    const { userId } = await ownUser(db, subscriber, body.user_id);
    return orderSessionEnd(db, { userId, internetSessionId: body.internet_session_id }, now);
  },
};
