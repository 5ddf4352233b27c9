import type { contract } from '@kabinet/contract';
import { describedUsers } from '#server/domain/billing/service-view/service-view.ts';
import { isFewSql, refuseMany } from '#server/domain/services/places/brief.queries.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { Handler, Handlers } from '#server/kernel/world.ts';
import { find, overview, places, spending } from './many.ts';
import { changeUserPassword, passwordPolicy } from './password.ts';
import { drawnUserPrograms, allowedUserPrograms, changeUserProgram, userProgramPreview } from './programs.ts';
import { seenBy } from './seen-by.ts';

const list: Handler<typeof contract.user.list> = async ({ query }, scope) => {
  const { db, subscriber } = scope;
  const isForFew = query.when === 'few';
  const where = isForFew ? isFewSql(subscriber.contractId) : undefined;
  const [users] = await Promise.all([
    describedUsers(scope, { kind: query.user_type, where }),
    isForFew && refuseMany(db, subscriber.contractId),
  ]);
  return seenBy(subscriber, users);
};

const get: Handler<typeof contract.user.get> = async ({ params }, scope) => {
  const [user] = seenBy(scope.subscriber, await describedUsers(scope, { userId: params.id }));
  if (!user) throw new Problem('not_found');
  return user;
};

export const userHandlers: Handlers<typeof contract.user> = {
  list,
  overview,
  places,
  find,
  spending,
  get,
  passwordPolicy,
  changePassword: changeUserPassword,
  allowedPrograms: allowedUserPrograms,
  allowedDrawPrograms: drawnUserPrograms,
  programPreview: userProgramPreview,
  changeProgram: changeUserProgram,
};
