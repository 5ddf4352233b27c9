import { formOf } from '@kabinet/contract/kernel/russian';
const SECOND = 1000;

/** Wrong passwords in a row that close a login. */
const TRIES = 5;
const LOCK_STEP = 30 * SECOND;
const LONGEST_LOCK = 15 * 60 * SECOND;
/** After this long without a failure the count begins anew. Milliseconds. */
const FORGOTTEN_AFTER = 12 * 60 * 60 * SECOND;

/** Wrong passwords of one address in one minute, and guest tokens; wider networks have their share. */
export const FAILURES_A_MINUTE = 10;
export const GUESTS_A_MINUTE = 10;
/** Right sign-ins of one contract in one minute: each costs a hash. */
export const SIGN_INS_A_MINUTE = 30;
const MINUTE = 60 * SECOND;

/** The beginning of the minute in which a moment lies: what is counted by the minute is counted from then. */
export const minuteOf = (moment: Date): Date => new Date(moment.getTime() - (moment.getTime() % MINUTE));
/** Seconds until that minute is over. */
export const restOfMinute = (moment: Date): number =>
  Math.ceil((minuteOf(moment).getTime() + MINUTE - moment.getTime()) / SECOND);

/** What is remembered of a login that failed; moments as ISO 8601. */
export interface Guard {
  readonly failures: number;
  readonly locked_until: string | null;
  readonly last_failure_at: string;
}

/** Failures that still count. */
const counted = (guard: Guard | undefined, now: Date): number =>
  guard && now.getTime() < Date.parse(guard.last_failure_at) + FORGOTTEN_AFTER ? guard.failures : 0;

/** Milliseconds for which a login with so many failures is closed: 30 s at 5, 60 s at 10, at most 15 min. */
export const lockLength = (failures: number): number =>
  failures === 0 || failures % TRIES !== 0 ? 0 : Math.min((failures / TRIES) * LOCK_STEP, LONGEST_LOCK);

/** Milliseconds until the login opens, 0 when it is open. */
export const lockRest = (guard: Guard | undefined, now: Date): number =>
  guard?.locked_until ? Math.max(0, Date.parse(guard.locked_until) - now.getTime()) : 0;

/** How the guard looks after one more failure. */
export function afterFailure(guard: Guard | undefined, now: Date): { failures: number; lockedUntil: Date | null } {
  const failures = counted(guard, now) + 1;
  const lock = lockLength(failures);
  return { failures, lockedUntil: lock > 0 ? new Date(now.getTime() + lock) : null };
}

/** «1 минуту 30 секунд»: the length of a wait, as it stands after «через». */
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

/** What a refused sign-in says; the same for a login that exists and for one that does not. */
export function refusalText(failures: number): string {
  const lock = lockLength(failures);
  const start = 'Логин или пароль не подошли. Проверьте раскладку и Caps Lock.';
  if (lock > 0) return `${start} Следующая попытка через ${waitText(lock)}`;
  const left = TRIES - (failures % TRIES);
  return `${start} ${left === 1 ? 'Осталась' : 'Осталось'} ${left} ${formOf(left, ['попытка', 'попытки', 'попыток'])}`;
}

export const lockedText = (rest: number): string =>
  `Слишком много попыток входа. Попробуйте снова через ${waitText(rest)}`;
