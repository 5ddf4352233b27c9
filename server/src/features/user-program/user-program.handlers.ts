import type { contract } from '@kabinet/contract';
import type { Call } from '@kabinet/contract/kernel/call';
import { describedUsers } from '#domain/service-user/described.ts';
import type { User } from '#domain/service-user/situation.rules.ts';
import { Problem } from '#kernel/problem.ts';
import type { ScopeOf } from '#kernel/world.ts';
import type { PlainHandlers } from '#domain/call/plain-handlers.ts';
import { notBuilt } from '#domain/call/not-built.ts';

/** The same texts that stand in the service itself, so that the two never differ. */
async function userOf(userId: number, scope: ScopeOf<Call>): Promise<User> {
  const [user] = await describedUsers(scope, { userId });
  if (!user) throw new Problem('not_found');
  return user;
}

export const userProgramHandlers: PlainHandlers<typeof contract.userProgram> = {
  info: notBuilt,
  infos: async ({ params }, scope) => (await userOf(params.id, scope)).infos,
  duty: async ({ params }, scope) => (await userOf(params.id, scope)).duty,
  daysLeft: async ({ params }, scope) => (await userOf(params.id, scope)).days_left,
};
