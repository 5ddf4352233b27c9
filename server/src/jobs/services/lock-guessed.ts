import { liftLock } from '#server/domain/services/access/unlock.ts';
import { guessedServices, lockedLongEnough, lockGuessed } from '#server/domain/services/radius/guessing.ts';
import type { World } from '#server/kernel/world.ts';

/** The job `lock_guessed_logins`, each minute, if the provider wishes it: a lock lasts an hour. */
export async function lockGuessedLogins({ db, clock, provider, log }: World): Promise<void> {
  if (!provider.lock_guessed_logins) return;
  const [now, zone] = [clock.now(), provider.time_zone];
  for (const { user_id: userId } of await db.read((tx) => lockedLongEnough(tx, now)))
    await db.write((tx) => liftLock(tx, userId, { now, zone }));
  for (const { user_id: userId } of await db.read((tx) => guessedServices(tx, now))) {
    if (await db.write((tx) => lockGuessed(tx, userId, now)))
      log.warn({ userId }, 'a password is being guessed: locked');
  }
}
