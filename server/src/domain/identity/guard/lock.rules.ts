import { formOf } from '@kabinet/contract/kernel/russian';
const SECOND = 1000;

/** Consecutive wrong passwords that lock a login. */
const TRIES = 5;
const LOCK_STEP = 30 * SECOND;
const LONGEST_LOCK = 15 * 60 * SECOND;
/** After so many milliseconds without a failure the count restarts. */
const FORGOTTEN_AFTER = 12 * 60 * 60 * SECOND;

/** Wrong passwords per address and minute; also guest tokens. Wider networks have their share. */
export const FAILURES_A_MINUTE = 10;
export const GUESTS_A_MINUTE = 10;
/** Recovery requests (to begin or to finish one) per address and minute. */
export const RECOVERIES_A_MINUTE = 10;
/** Recoveries begun on unknown devices per address and hour. */
export const RECOVERIES_AN_HOUR = 20;
/** Wrong codes of recoveries per address and hour. */
export const WRONG_CODES_AN_HOUR = 30;
/** From this number of wrong codes in the whole system within an hour, recovery codes are longer (decision 0138). */
export const MANY_WRONG_CODES = 60;
/** Successful sign-ins per contract and minute: each costs a hash. */
export const SIGN_INS_A_MINUTE = 30;
const MINUTE = 60 * SECOND;

/** The start of a moment's minute, used for counts per minute. */
export const minuteOf = (moment: Date): Date => new Date(moment.getTime() - (moment.getTime() % MINUTE));
/** Seconds until that minute ends. */
export const restOfMinute = (moment: Date): number =>
  Math.ceil((minuteOf(moment).getTime() + MINUTE - moment.getTime()) / SECOND);

const HOUR = 60 * MINUTE;
export const hourOf = (moment: Date): Date => new Date(moment.getTime() - (moment.getTime() % HOUR));
/** Seconds until that hour ends. */
export const restOfHour = (moment: Date): number =>
  Math.ceil((hourOf(moment).getTime() + HOUR - moment.getTime()) / SECOND);

/** Failures stored for a login; moments are ISO 8601. */
export interface LoginGuard {
  readonly failures: number;
  readonly locked_until: string | null;
  readonly last_failure_at: string;
}

/** Failures that have not expired. */
const counted = (guard: LoginGuard | undefined, now: Date): number =>
  guard && now.getTime() < Date.parse(guard.last_failure_at) + FORGOTTEN_AFTER ? guard.failures : 0;

/** Milliseconds for which so many failures lock a login: 30 s at 5, 60 s at 10, at most 15 min. */
export const lockLength = (failures: number): number =>
  failures === 0 || failures % TRIES !== 0 ? 0 : Math.min((failures / TRIES) * LOCK_STEP, LONGEST_LOCK);

/** Milliseconds until the lock ends; 0 if there is none. */
export const lockRest = (guard: LoginGuard | undefined, now: Date): number =>
  guard?.locked_until ? Math.max(0, Date.parse(guard.locked_until) - now.getTime()) : 0;

/** The guard after one more failure. */
export function afterFailure(guard: LoginGuard | undefined, now: Date): { failures: number; lockedUntil: Date | null } {
  const failures = counted(guard, now) + 1;
  const lock = lockLength(failures);
  return { failures, lockedUntil: lock > 0 ? new Date(now.getTime() + lock) : null };
}

/** «1 минуту 30 секунд»: the length of a wait, in the form after «через». */
export function waitText(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / SECOND);
  const parts = [
    { count: Math.floor(seconds / 60), words: ['минуту', 'минуты', 'минут'] as const },
    { count: seconds % 60, words: ['секунду', 'секунды', 'секунд'] as const },
  ];
  return parts
    .filter(({ count }) => count > 0)
    .map(({ count, words }) => `${count} ${formOf(count, words)}`)
    .join(' ');
}

/** The text of a refused sign-in, the same for known and unknown logins. */
export function signInRefusalText(failures: number): string {
  return `Логин или пароль не подошли. Проверьте раскладку и Caps Lock. ${leftText(failures)}`;
}

/** How many attempts are left after so many failures, or when the next one is possible. */
export function leftText(failures: number): string {
  const lock = lockLength(failures);
  if (lock > 0) return `Следующая попытка через ${waitText(lock)}`;
  const left = TRIES - (failures % TRIES);
  return `${left === 1 ? 'Осталась' : 'Осталось'} ${left} ${formOf(left, ['попытка', 'попытки', 'попыток'])}`;
}

export const signInLockedText = (rest: number): string =>
  `Слишком много попыток входа. Попробуйте снова через ${waitText(rest)}`;
