import type { Period } from '@kabinet/contract/kernel/day';
import { kopecks, type Kopecks } from '@kabinet/contract/kernel/money';
import { keepTogether, rubles } from '#server/domain/shared/text.rules.ts';

/** What a service has cost in a month, less what was returned. */
export interface SpentOnService {
  /** The same service has the same key in every month. */
  readonly key: string;
  readonly name: string;
  readonly amount: Kopecks;
  readonly returned: Kopecks;
}

/** By how much a service cost more than the month before, and why. */
interface Increase {
  readonly name: string;
  readonly by: Kopecks;
  readonly why: 'new' | 'returned' | 'dearer';
}

export interface More {
  readonly total: Kopecks;
  /** The greatest, greatest first. */
  readonly causes: readonly Increase[];
  /** The difference of all other services; with the causes it makes the total. */
  readonly rest: Kopecks;
}

/** More causes than these make no sentence. */
const MOST_CAUSES = 2;

const NONE = kopecks(0);

const sum = (services: readonly SpentOnService[]): number => services.reduce((all, { amount }) => all + amount, 0);

/** Below these nobody asks why: ten roubles, and a twentieth of the month before. */
const NOTICED = kopecks(10_00);
const NOTICED_SHARE = 0.05;

/** By how much a month cost more than the one before; null if it did not, too little to notice, or without a month to compare. */
export function noticeablyMore(now: Kopecks | null, before: Kopecks | null): Kopecks | null {
  if (now === null || before === null || before <= 0) return null;
  const more = kopecks(now - before);
  return more >= Math.max(NOTICED, before * NOTICED_SHARE) ? more : null;
}

/** Why a month cost more than the one before; undefined if it did not, or if there is nothing to compare it with. */
export function moreThan(now: readonly SpentOnService[], before: readonly SpentOnService[]): More | undefined {
  const total = sum(now) - sum(before);
  if (total <= 0 || before.length === 0) return undefined;
  const [former, latter] = [before, now].map((month) => new Map(month.map((service) => [service.key, service])));
  // A service of the month before alone: only its charges were returned then.
  const gone = before
    .filter(({ key }) => !latter?.has(key))
    .map((service) => ({ ...service, amount: NONE, returned: NONE }));
  const causes = [...now, ...gone]
    .map((service) => increaseOf(service, former?.get(service.key)))
    .filter(({ by }) => by > 0)
    .sort((a, b) => b.by - a.by)
    .slice(0, MOST_CAUSES);
  const told = causes.reduce((all, { by }) => all + by, 0);
  return { total: kopecks(total), causes, rest: kopecks(total - told) };
}

function increaseOf({ name, amount, returned }: SpentOnService, before: SpentOnService | undefined): Increase {
  if (!before) return { name, by: amount, why: 'new' };
  const by = kopecks(amount - before.amount);
  return { name, by, why: before.returned - returned >= by ? 'returned' : 'dearer' };
}

const IN_MONTH = 'январе феврале марте апреле мае июне июле августе сентябре октябре ноябре декабре'.split(' ');
const inMonth = (period: Period): string => `в ${IN_MONTH[Number(period.slice(5)) - 1] ?? ''}`;

/** «На 339 ₽ больше, чем в октябре: ТВ — 240 ₽, в октябре не было; Интернет — на 99 ₽ больше.» */
export function moreText({ total, causes, rest }: More, before: Period): string {
  const month = inMonth(before);
  const parts = causes.map(({ name: own, by, why }) => {
    const name = own.replace(/^Номер /, 'номер ');
    if (why === 'new') return `${name} — ${rubles(by)}, ${month} не было`;
    const cause = why === 'returned' ? `, ${month} часть платы вернули` : '';
    return `${name} — на ${rubles(by)} больше${cause}`;
  });
  const other =
    rest === 0 ? [] : [`остальное — на ${rubles(kopecks(Math.abs(rest)))} ${rest > 0 ? 'больше' : 'меньше'}`];
  return keepTogether(`На ${rubles(total)} больше, чем ${month}: ${[...parts, ...other].join('; ')}.`);
}
