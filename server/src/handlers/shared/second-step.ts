import type { Database, Tx } from '#server/db/database.ts';
import { beginAttempt, forgetAttempts } from '#server/domain/identity/guard/guard.ts';
import { leftText, signInLockedText, lockLength } from '#server/domain/identity/guard/lock.rules.ts';
import { passwordKnown } from '#server/domain/identity/second-factor/notices.ts';
import { acceptCode } from '#server/domain/identity/second-factor/second-step.ts';
import { secondStepState } from '#server/domain/identity/second-factor/second-step.queries.ts';
import { notify } from '#server/domain/messaging/notify.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { World } from '#server/kernel/world.ts';

type Scope = Pick<World, 'outside' | 'provider'> & { readonly db: Database; readonly now: Date };

/** Asks for the second step of a contract, if it is on; throws unless the code is right. */
export async function requireSecondStep(contractId: number, typed: string | undefined, scope: Scope): Promise<void> {
  const { db, now, outside, provider } = scope;
  const { enabled_at } = await db.read((tx) => secondStepState(tx, contractId));
  if (enabled_at === null) return;
  if (typed === undefined) throw new Problem('second_step_needed');
  const accept = async (tx: Tx) => (await acceptCode(tx, outside.vault, contractId, typed, now)) || undefined;
  const warn = (tx: Tx) => notify(tx, passwordKnown, contractId, {}, { now, zone: provider.time_zone });
  await countedCode(contractId, scope, accept, warn);
}

/**
 * Runs `work`, which checks a code; throws if it returns undefined (a wrong code). Counts the try before the check, separately
 * from passwords; calls `onLock` with each lock.
 */
export async function countedCode<T>(
  contractId: number,
  { db, now }: Pick<Scope, 'db' | 'now'>,
  work: (tx: Tx) => Promise<T | undefined>,
  onLock: (tx: Tx) => Promise<void> = () => Promise.resolve(),
): Promise<T> {
  const claim = { subject: `second-step:${contractId}`, contractId, isKnownDevice: true };
  const { rest, failures } = await db.write((tx) => beginAttempt(tx, claim, now));
  if (rest > 0) throw new Problem('login_locked', { message: signInLockedText(rest), retryAfter: rest / 1000 });
  const opened = await db.write(async (tx) => {
    const done = await work(tx);
    if (done !== undefined) await forgetAttempts(tx, claim);
    return done;
  });
  if (opened !== undefined) return opened;
  const lock = lockLength(failures);
  if (lock > 0) await db.write(onLock);
  throw new Problem('second_step_refused', {
    message: `Код не подошёл. Введите тот, что приложение показывает сейчас. ${leftText(failures)}`,
    ...(lock > 0 && { retryAfter: lock / 1000 }),
  });
}
