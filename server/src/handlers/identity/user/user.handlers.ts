import { contract } from '@kabinet/contract';
import type { Result } from '@kabinet/contract/kernel/call/call';
import { roleMay } from '@kabinet/contract/sharing';
import { describedUsers } from '#server/domain/billing/service-view/service-view.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { Handler, Handlers, Subscriber } from '#server/kernel/world.ts';
import { changeUserPassword, passwordPolicy } from './password.ts';
import { drawnUserPrograms, allowedUserPrograms, changeUserProgram, userProgramPreview } from './programs.ts';

type User = Awaited<ReturnType<typeof describedUsers>>[number];

type Seen = Result<typeof contract.user.get>;

/** What a member sees of the services of a shared contract, by his role. */
function seenBy({ acting }: Subscriber, users: User[]): Seen[] {
  if (acting === undefined) return users;
  const { role } = acting;
  const known = roleMay(role, contract.emailUser.list) ? users : users.map(withoutMailbox);
  return roleMay(role, contract.internetAccount.get) ? known : known.map(withoutMoney);
}

/** A service without sums; even the price of its plan is hidden, because it shows what the owner can afford. */
const withoutMoney = (user: Seen): Seen => ({
  ...user,
  plan: user.plan && { ...user.plan, price: null, new_price: undefined },
  monthly: null,
  planned_plan: user.planned_plan && { ...user.planned_plan, price: null },
  duty: [],
  days_left: [],
  next_charge: null,
  ...(user.reason === 'debt' && { state_text: OFF_FOR_DEBT }),
});

/** A mailbox without its address, which is also its login. */
const withoutMailbox = (user: Seen): Seen =>
  user.user_type === 'mail' ? { ...user, name: 'Почта', login: '', address: '', detail: null } : user;

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
  changePassword: changeUserPassword,
  allowedPrograms: allowedUserPrograms,
  allowedDrawPrograms: drawnUserPrograms,
  programPreview: userProgramPreview,
  changeProgram: changeUserProgram,
};
