import { isRight } from '#server/domain/identity/credentials/password.ts';
import { beginAttempt, forgetAttempts } from '#server/domain/identity/guard/guard.ts';
import { leftText, signInLockedText, lockLength } from '#server/domain/identity/guard/lock.rules.ts';
import type { Database } from '#server/db/database.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { Subscriber } from '#server/kernel/world.ts';

interface Scope {
  readonly db: Database;
  readonly subscriber: Subscriber;
  readonly now: Date;
}

/**
 * Checks the subscriber's password; returns its hash. Wrong ones are counted separately from sign-ins, so that a stolen session
 * cannot lock the owner out.
 */
export async function requirePassword(password: string, { db, subscriber, now }: Scope): Promise<string> {
  const { contractId } = subscriber;
  const claim = { subject: `confirm:${contractId}`, contractId, isKnownDevice: true };
  const { rest, failures, credential } = await db.write((tx) => beginAttempt(tx, claim, now));
  if (rest > 0) throw new Problem('login_locked', { message: signInLockedText(rest), retryAfter: rest / 1000 });
  const isOwner = await isRight(password, credential?.password_hash);
  if (!credential || !isOwner) throw refused(failures);
  await db.write((tx) => forgetAttempts(tx, claim));
  return credential.password_hash;
}

function refused(failures: number): Problem {
  const lock = lockLength(failures);
  const message = `Пароль не подошёл. Проверьте раскладку и Caps Lock. ${leftText(failures)}`;
  return new Problem('confirmation_refused', {
    message,
    errors: [{ path: 'body.password', message }],
    ...(lock > 0 && { retryAfter: lock / 1000 }),
  });
}
