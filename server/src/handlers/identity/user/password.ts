import type { contract } from '@kabinet/contract';
import type { Input } from '@kabinet/contract/kernel/call/call';
import { PASSWORD_LENGTH } from '@kabinet/contract/kernel/service-password';
import type { Tx } from '#server/db/database.ts';
import { namesAround, secretOf, type ServiceSecret } from '#server/domain/services/access/access.queries.ts';
import { changeServicePassword } from '#server/domain/services/access/change-password.ts';
import { whyNotPassword } from '#server/domain/services/access/access.rules.ts';
import type { SipRealm } from '#server/domain/services/access/sip-digest.ts';
import { allowanceLeft, giveBackAll, takeOne } from '#server/domain/services/access/allowance.queries.ts';
import { PASSWORD_TRIES } from '#server/domain/services/access/allowance.rules.ts';
import {
  isPassword,
  kept,
  ownWords,
  refuseWeakServicePassword,
} from '#server/domain/services/access/service-password.ts';
import { ownUser, type OwnUser } from '#server/domain/services/service/service-user.queries.ts';
import { waitText } from '#server/domain/identity/guard/lock.rules.ts';
import { plural } from '#server/domain/shared/text.rules.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { withoutTransaction, type Handler, type OpenScopeOf } from '#server/kernel/world.ts';

type Scope = OpenScopeOf<typeof contract.user.changePassword>;
type PasswordChangeBody = Input<typeof contract.user.changePassword>['body'];

const bucketOf = (userId: number) => `service-password:${userId}`;

/** The rules for a new password, shown before and while it is typed. */
export const passwordPolicy: Handler<typeof contract.user.passwordPolicy> = async ({ params: { id } }, scope) => {
  const { db, subscriber, provider, now } = scope;
  const user = await ownUser(db, subscriber, id);
  const [around, secret, { left }] = await Promise.all([
    namesAround(db, user.userId),
    secretOf(db, user.userId),
    allowanceLeft(db, bucketOf(user.userId), PASSWORD_TRIES, now),
  ]);
  const blockReason = whyNotPassword(user.userType, around.situation, secret !== undefined);
  return {
    ...PASSWORD_LENGTH,
    own_words: ownWords(around, provider.name),
    changed_at: secret?.changed_at ?? null,
    tries_left: left,
    control: {
      status: blockReason === null ? ('on' as const) : ('locked' as const),
      text: blockReason ?? '',
      possible_from: null,
    },
  };
};

/** The facts read before the password is checked; the try counts as wrong until the password proves right. */
interface Attempt {
  readonly user: OwnUser & { readonly realm: SipRealm | undefined };
  readonly secret: ServiceSecret;
  readonly triesLeft: number;
}

/**
 * Checks the password of a service and, with a new one, changes it. It opens its own transactions: a wrong password is
 * counted although the call is refused, and nothing of the request is stored for repeats, not even its hash.
 */
export const changeUserPassword = withoutTransaction<typeof contract.user.changePassword>(async ({ body }, scope) => {
  const attempt = await scope.db.write((tx) => beginAttempt(tx, body, scope));
  const { user, secret, triesLeft } = attempt;
  if (!(await isPassword(scope.outside.vault, user, secret, body.password))) throw wrong(triesLeft);
  await scope.db.write((tx) => giveBackAll(tx, bucketOf(user.userId)));
  if (body.new_password === undefined) return { user_id: user.userId, is_changed: false, are_sessions_ended: false };
  return change(attempt, { ...body, new_password: body.new_password }, scope);
});

async function beginAttempt(tx: Tx, body: PasswordChangeBody, { subscriber, provider, now }: Scope): Promise<Attempt> {
  const { user_id, new_password: fresh } = body;
  const user = await ownUser(tx, subscriber, user_id);
  const { userId } = user;
  const [around, secret] = await Promise.all([namesAround(tx, userId), secretOf(tx, userId)]);
  const blockReason = whyNotPassword(user.userType, around.situation, secret !== undefined);
  if (blockReason !== null || !secret)
    throw new Problem('change_not_allowed', { ...(blockReason !== null && { message: blockReason }) });
  if (fresh !== undefined) refuseWeakServicePassword(fresh, ownWords(around, provider.name));
  const { isTaken, left, from } = await takeOne(tx, bucketOf(userId), PASSWORD_TRIES, now);
  if (!isTaken) throw tooOften(from, now);
  const realm = provider.sip && { login: around.login, domain: provider.sip.domain };
  return { user: { ...user, realm }, secret, triesLeft: left };
}

async function change(
  { user, secret }: Attempt,
  { password, new_password, end_sessions = false }: PasswordChangeBody & { new_password: string },
  { db, outside, now, subscriber, provider }: Scope,
) {
  const { userId } = user;
  if (password.normalize('NFC') === new_password.normalize('NFC')) {
    const message = 'Новый пароль совпадает с прежним';
    throw new Problem('bad_input', { message, errors: [{ path: 'body.new_password', message }] });
  }
  // A signed-in mail program would otherwise keep its connection with the old password for days.
  const ends = end_sessions || user.userType === 'mail';
  const next = await kept(outside.vault, user, new_password);
  const { contractId } = subscriber;
  await db.write((tx) =>
    changeServicePassword(
      tx,
      { userId, contractId, was: secret.secret, next, ends },
      { now, zone: provider.time_zone },
    ),
  );
  return { user_id: userId, is_changed: true, are_sessions_ended: ends };
}

function wrong(left: number): Problem {
  const rest =
    left === 0
      ? `Следующая попытка через ${waitText(PASSWORD_TRIES.within)} после первой`
      : `${left === 1 ? 'Осталась' : 'Осталось'} ${plural(left, ['попытка', 'попытки', 'попыток'])}`;
  const message = `Пароль услуги не подошёл. Проверьте раскладку и Caps Lock. ${rest}`;
  return new Problem('service_password_wrong', { message, errors: [{ path: 'body.password', message }] });
}

function tooOften(from: Date | null, now: Date): Problem {
  const rest = from === null ? PASSWORD_TRIES.within : from.getTime() - now.getTime();
  return new Problem('too_many_requests', {
    message: `Слишком много неверных паролей. Попробуйте снова через ${waitText(rest)}`,
    retryAfter: Math.ceil(rest / 1000),
  });
}
