import type { Day } from '@kabinet/contract/kernel/day';
import { Problem } from '#server/kernel/call/problem.ts';

/** A service or a contract; every change increases its version. */
interface Changing {
  readonly version: number;
}

/**
 * The version that a client decides on: the state shown, and the day of its figures, because prices of changes depend
 * on the day.
 */
export const versionOf = ({ version }: Changing, today: Day): string => `${version}.${today}`;

/** Refuses a decision on another state or another day; `errors` says which. */
export function refuseUnlessCurrent(decidedOn: string | undefined, changing: Changing, today: Day): void {
  if (decidedOn === undefined || decidedOn === versionOf(changing, today)) return;
  throw decidedOn.endsWith(`.${today}`) ? new Problem('changed_meanwhile') : newDay();
}

export const newDay = (): Problem =>
  new Problem('changed_meanwhile', {
    message: 'Начался новый день, и\u00a0суммы изменились. Посмотрите новые и решите заново',
    errors: [{ path: 'body.version', message: 'Суммы посчитаны вчера' }],
  });
