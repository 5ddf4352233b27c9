import type { contract } from '@kabinet/contract';
import { describedUsers } from '#domain/billing/service-view/service-view.ts';
import { Problem } from '#kernel/problem.ts';
import type { Handler, Handlers } from '#kernel/world.ts';
import { changePassword, passwordPolicy } from './password.ts';
import { allowedDrawPrograms, allowedPrograms, changeProgram, programPreview } from './programs.ts';

const list: Handler<typeof contract.user.list> = ({ query }, scope) => describedUsers(scope, { kind: query.user_type });

const get: Handler<typeof contract.user.get> = async ({ params }, scope) => {
  const [user] = await describedUsers(scope, { userId: params.id });
  if (!user) throw new Problem('not_found');
  return user;
};

export const userHandlers: Handlers<typeof contract.user> = {
  list,
  get,
  passwordPolicy,
  changePassword,
  allowedPrograms,
  allowedDrawPrograms,
  programPreview,
  changeProgram,
};
