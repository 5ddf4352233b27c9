import { contract } from '@kabinet/contract';
import { roleMay } from '@kabinet/contract/sharing';
import { describedUsers } from '#domain/billing/service-view/service-view.ts';
import { Problem } from '#kernel/problem.ts';
import type { Handler, Handlers, Subscriber } from '#kernel/world.ts';
import { changePassword, passwordPolicy } from './password.ts';
import { allowedDrawPrograms, allowedPrograms, changeProgram, programPreview } from './programs.ts';

type User = Awaited<ReturnType<typeof describedUsers>>[number];

/** Whoever may not see the account gets the services without what tells of its money; prices are those of the catalogue. */
function seenBy({ acting }: Subscriber, users: User[]): User[] {
  if (acting === undefined || roleMay(acting.role, contract.internetAccount.get)) return users;
  return users.map((user) => ({
    ...user,
    duty: [],
    days_left: [],
    next_charge: null,
    ...(user.reason === 'debt' && { state_text: OFF_FOR_DEBT }),
  }));
}

const OFF_FOR_DEBT = 'Отключена за долг. Включится, когда владелец договора заплатит';

const list: Handler<typeof contract.user.list> = async ({ query }, scope) =>
  seenBy(scope.subscriber, await describedUsers(scope, { kind: query.user_type }));

const get: Handler<typeof contract.user.get> = async ({ params }, scope) => {
  const [user] = seenBy(scope.subscriber, await describedUsers(scope, { userId: params.id }));
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
