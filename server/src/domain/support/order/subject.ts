import type { AskedId } from '@kabinet/contract/kernel/call/asked-id';
import type { Day } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { describedUsers, type DescribedUser } from '#server/domain/billing/service-view/service-view.ts';
import { closedWords } from '#server/domain/billing/service-view/state.texts.ts';
import {
  phoneNumbersOf,
  ownNumber,
  type PhoneNumber,
} from '#server/domain/services/phone-numbers/phone-number.queries.ts';
import type { User } from '#server/domain/services/service/situation.rules.ts';
import { phoneText } from '#server/domain/shared/text.rules.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { Provider } from '#server/kernel/provider.ts';
import type { Subscriber } from '#server/kernel/world.ts';
import type { ServiceKind } from '#server/domain/shared/service-kind.rules.ts';
import type { Goal } from './goal.queries.ts';

interface Scope {
  readonly db: Tx;
  readonly subscriber: Subscriber;
  readonly today: Day;
  readonly provider: Provider;
}

/** What to check. If nothing is named: a service that does not work, or else the first one. */
export interface CheckRequest {
  readonly userId?: AskedId<'user'> | undefined;
  readonly phoneNumber?: AskedId<'phone_number'> | undefined;
  readonly goal?: Goal | undefined;
}

/** A service of any kind, or a phone number, as a check sees it. */
export interface CheckSubject extends Pick<User, 'state' | 'reason' | 'account' | 'name'> {
  readonly kind: ServiceKind;
  /** Where it is provided; null: at the address of the contract. */
  readonly address: string | null;
  readonly isApplied: boolean;
  /** Its state in a sentence. */
  readonly told: string;
  /** What the provider wrote when he closed it. */
  readonly closedBecause: string | null;
  /** Its page below `/lk`. */
  readonly page: string;
  /** «Интернет, «Волга 300»». */
  readonly title: string;
  /** Null for a phone number. */
  readonly user: User | null;
  readonly phoneNumber: string | null;
}

const KINDS: Partial<Record<User['user_type'], ServiceKind>> = { tv: 'tv', sip: 'sip', mail: 'mail' };

function ofUser(user: DescribedUser): CheckSubject {
  const { name, plan, state, reason, account, address, is_applied: isApplied, state_text: told } = user;
  const { blocked_because: closedBecause } = user;
  const kind = KINDS[user.user_type] ?? 'internet';
  const page = `/${kind}/${user.user_id}`;
  const title = plan ? `${name}, «${plan.name}»` : name;
  const own = { kind, name, state, reason, account, address, isApplied, told, closedBecause };
  return { ...own, page, title, user, phoneNumber: null };
}

function ofNumber(number: PhoneNumber): CheckSubject {
  const { phone_number: phoneNumber, state, reason, blocked_because: because, is_applied: isApplied } = number;
  const name = phoneText(phoneNumber);
  return {
    kind: 'telephone',
    name,
    title: name,
    state,
    reason,
    account: 't',
    address: null,
    isApplied,
    told: closedWords(because),
    closedBecause: because,
    page: `/telephone/${phoneNumber}`,
    user: null,
    phoneNumber,
  };
}

/** The service or number that is asked for. A foreign one is refused like none. */
export async function subjectOf(scope: Scope, asked: CheckRequest): Promise<CheckSubject | undefined> {
  const named = await namedOf(scope, asked);
  if (named.length > 0) return named[0];
  const fit = (await allOf(scope, asked.goal)).filter(
    ({ kind }) => asked.goal === undefined || kind === asked.goal.service_kind,
  );
  const broken = fit.find(({ state }) => state === 'blocked');
  // A pause is the client's own wish, so it counts only if he names a goal: he may have forgotten it.
  const other = asked.goal && fit.find(({ state }) => state !== 'active');
  return broken ?? other ?? fit[0];
}

/** The named phone number or, without one, the named service. */
async function namedOf(scope: Scope, { userId, phoneNumber }: CheckRequest): Promise<CheckSubject[]> {
  return [
    ...(phoneNumber === undefined ? [] : [await numberNamed(phoneNumber, scope)]),
    ...(userId === undefined ? [] : [await userNamed(userId, scope)]),
  ];
}

async function allOf(scope: Scope, goal: Goal | undefined): Promise<CheckSubject[]> {
  const users = (await describedUsers(scope, {})).map(ofUser);
  if (goal) return users;
  return [
    ...users,
    ...(await phoneNumbersOf(scope.db, scope.subscriber, { withClosed: false, today: scope.today })).map(ofNumber),
  ];
}

async function userNamed(userId: AskedId<'user'>, scope: Scope): Promise<CheckSubject> {
  const [user] = await describedUsers(scope, { userId });
  if (!user) throw new Problem('not_found');
  return ofUser(user);
}

async function numberNamed(asked: AskedId<'phone_number'>, { db, subscriber, today }: Scope): Promise<CheckSubject> {
  const own = await ownNumber(db, subscriber, asked);
  const number = (await phoneNumbersOf(db, subscriber, { withClosed: true, today })).find(
    ({ phone_number: one }) => one === own,
  );
  if (!number) throw new Problem('not_found');
  return ofNumber(number);
}
