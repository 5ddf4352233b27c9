import type { contract } from '@kabinet/contract';
import type { AskedId } from '@kabinet/contract/kernel/call/asked-id';
import type { Call } from '@kabinet/contract/kernel/call/call';
import { describedUsers } from '#server/domain/billing/service-view/service-view.ts';
import type { User } from '#server/domain/services/service/situation.rules.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { ScopeOf } from '#server/kernel/world.ts';
import { programHolderOf, programWords } from '#server/domain/changes/program/program.queries.ts';
import { ownUser } from '#server/domain/services/service/service-user.queries.ts';
import { cleanHtml } from '#server/domain/shared/markup.ts';
import type { PlainHandlers } from '../../shared/plain-handlers.ts';

/** The same texts as in the service itself, so that the two never differ. */
async function userOf(userId: AskedId<'user'>, scope: ScopeOf<Call>): Promise<User> {
  const [user] = await describedUsers(scope, { userId });
  if (!user) throw new Problem('not_found');
  return user;
}

export const userProgramHandlers: PlainHandlers<typeof contract.userProgram> = {
  info: async ({ params, query }, { db, subscriber }) => {
    const { userId } = await ownUser(db, subscriber, params.id);
    const { kind } = await programHolderOf(db, { contractId: subscriber.contractId, userId }, { lock: false });
    const words = await programWords(db, kind, query.programm_id);
    if (!words) throw new Problem('not_found');
    return { offerta: cleanHtml(words.terms), programm_description: cleanHtml(words.description) };
  },
  infos: async ({ params }, scope) => (await userOf(params.id, scope)).infos,
  duty: async ({ params }, scope) => (await userOf(params.id, scope)).duty,
  daysLeft: async ({ params }, scope) => (await userOf(params.id, scope)).days_left,
};
