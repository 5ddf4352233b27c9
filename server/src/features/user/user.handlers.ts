import type { contract } from '@kabinet/contract';
import { describedUsers } from '#domain/service-user/described.ts';
import { Problem } from '#kernel/problem.ts';
import type { PlainHandlers } from '#domain/call/plain-handlers.ts';
import { notBuilt } from '#domain/call/not-built.ts';

export const userHandlers: PlainHandlers<typeof contract.user> = {
  list: ({ query }, scope) => describedUsers(scope, { kind: query.user_type }),
  get: async ({ params }, scope) => {
    const [user] = await describedUsers(scope, { userId: params.id });
    if (!user) throw new Problem('not_found');
    return user;
  },
  changePassword: notBuilt,
  allowedPrograms: notBuilt,
  allowedDrawPrograms: notBuilt,
  changeProgram: notBuilt,
};
