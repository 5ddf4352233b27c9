import type { contract } from '@kabinet/contract';
import { instant } from '@kabinet/contract/kernel/day';
import { isRight } from '#domain/identity/credentials/password.ts';
import { beginAttempt, noteConfirmation } from '#domain/identity/guard/guard.ts';
import { leftText, lockedText, lockLength } from '#domain/identity/guard/lock.rules.ts';
import { noteConfirmed } from '#domain/identity/session/session.queries.ts';
import { CONFIRMED_FOR } from '#domain/identity/session/session.rules.ts';
import { Problem } from '#kernel/problem.ts';
import { withoutTransaction, type OpenScopeOf } from '#kernel/world.ts';
import { inHashLine } from './hash-line.ts';

type Scope = OpenScopeOf<typeof contract.auth.confirm>;

export const confirm = withoutTransaction<typeof contract.auth.confirm>(async ({ body }, scope) => {
  await inHashLine('known', () => requirePassword(body.password, scope));
  const { db, subscriber, now } = scope;
  await db.write((tx) => noteConfirmed(tx, subscriber.sessionId, now));
  return { confirmed_until: instant(new Date(now.getTime() + CONFIRMED_FOR)) };
});

/** Refuses unless it is the subscriber's password. Wrong ones are counted apart from sign-ins: a stolen session cannot lock the owner out. */
export async function requirePassword(password: string, { db, subscriber, now }: Scope): Promise<void> {
  const { contractId } = subscriber;
  const claim = { subject: `confirm:${contractId}`, contractId, isKnownDevice: true };
  const { rest, failures, credential } = await db.write((tx) => beginAttempt(tx, claim, now));
  if (rest > 0) throw new Problem('login_locked', { message: lockedText(rest), retryAfter: rest / 1000 });
  if (!(await isRight(password, credential?.password_hash))) {
    const lock = lockLength(failures);
    throw new Problem('confirmation_refused', {
      message: `Пароль не подошёл. Проверьте раскладку и Caps Lock. ${leftText(failures)}`,
      ...(lock > 0 && { retryAfter: lock / 1000 }),
    });
  }
  await db.write((tx) => noteConfirmation(tx, claim));
}
