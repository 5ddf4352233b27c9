import { instant } from '@kabinet/contract/kernel/day';
import { hashPassword } from '#server/domain/identity/credentials/password.ts';
import { secretToReadOut } from '#server/domain/shared/read-out.ts';

const DAY_MS = 86_400_000;
/** How long a one-time password is valid. */
const ONE_TIME_LIFE_MS = 3 * DAY_MS;

/** A password to read out or to print, which its subscriber changes at the first sign-in. */
export async function newOneTimePassword(now: Date) {
  const password = secretToReadOut(3, 4);
  const changeBy = new Date(now.getTime() + ONE_TIME_LIFE_MS);
  return { password, hash: await hashPassword(password), changeBy, until: instant(changeBy) };
}
