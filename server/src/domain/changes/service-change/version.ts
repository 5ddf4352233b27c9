import type { Day } from '@kabinet/contract/kernel/day';
import { Problem } from '#kernel/problem.ts';

/** A service, or the contract; its version grows with every change of it. */
interface Changing {
  readonly version: number;
}

/** What a client decides on: what he was shown, and the day it was reckoned for, since the price of a change is the price of a day. */
export const versionOf = ({ version }: Changing, today: Day): string => `${version}.${today}`;

/** Refuses what was not decided on this state, or not today; `errors` says which of the two it was. */
export function refuseUnlessCurrent(decidedOn: string | undefined, changing: Changing, today: Day): void {
  if (decidedOn === undefined || decidedOn === versionOf(changing, today)) return;
  throw decidedOn.endsWith(`.${today}`) ? new Problem('changed_meanwhile') : newDay();
}

export const newDay = (): Problem =>
  new Problem('changed_meanwhile', {
    message: 'Начался новый день, и\u00a0суммы изменились. Посмотрите новые и решите заново',
    errors: [{ path: 'body.version', message: 'Суммы посчитаны вчера' }],
  });
