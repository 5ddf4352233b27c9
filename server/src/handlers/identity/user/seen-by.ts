import { contract } from '@kabinet/contract';
import type { Result } from '@kabinet/contract/kernel/call/call';
import { roleMay } from '@kabinet/contract/sharing';
import type { describedUsers } from '#server/domain/billing/service-view/service-view.ts';
import type { Subscriber } from '#server/kernel/world.ts';
import { seesSums } from '../../shared/seen-numbers.ts';

type DescribedUser = Awaited<ReturnType<typeof describedUsers>>[number];

type SeenUser = Result<typeof contract.user.get>;

type Acting = Pick<Subscriber, 'acting'>;

export const seesMail = ({ acting }: Acting): boolean =>
  acting === undefined || roleMay(acting.role, contract.emailUser.list);

/** What a member sees of the services of a shared contract, by his role. */
export function seenBy(subscriber: Acting, users: DescribedUser[]): SeenUser[] {
  const known: SeenUser[] = seesMail(subscriber) ? users : users.map(withoutMailbox);
  return seesSums(subscriber) ? known : known.map(withoutMoney);
}

/** A service without sums; even the price of its plan is hidden, because it shows what the owner can afford. */
const withoutMoney = (user: SeenUser): SeenUser => ({
  ...user,
  plan: user.plan && { ...user.plan, price: null, new_price: undefined, discount: undefined },
  monthly: null,
  planned_plan: user.planned_plan && { ...user.planned_plan, price: null },
  duty: [],
  days_left: [],
  next_charge: null,
  ...(user.reason === 'debt' && { state_text: OFF_FOR_DEBT }),
});

/** What replaces the words of a mailbox, whose address is also its login. */
export const HIDDEN_MAILBOX = { name: 'Почта', login: '', address: '' } as const;

const withoutMailbox = (user: SeenUser): SeenUser =>
  user.user_type === 'mail' ? { ...user, ...HIDDEN_MAILBOX, detail: null } : user;

const OFF_FOR_DEBT = 'Отключена за долг. Включится, когда владелец договора заплатит';
