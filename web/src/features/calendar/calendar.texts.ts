import { addDays, daysBetween, type Day } from '@kabinet/contract/kernel/day';
import type { contract, Wire } from '#web/api/contract.ts';
import { days, dayOf, dayText, momentText, rubles, timeText } from '#web/lib/text/format.ts';
import { groupBy } from '#web/lib/text/group-by.ts';
import type { IconName } from '#web/ui/icon/icon.tsx';

type Calendar = Wire<typeof contract.calendar.get>;
export type PlannedEntry = Calendar['entries'][number];
export type EntryService = PlannedEntry['services'][number];
export type EntryUndo = NonNullable<PlannedEntry['undo']>;

/** All entries of one day. */
export interface DayAhead {
  readonly day: string;
  readonly entries: readonly PlannedEntry[];
}

export const byDay = (entries: readonly PlannedEntry[]): DayAhead[] =>
  [...groupBy(entries, ({ day }) => day)].map(([day, some]) => ({ day, entries: some }));

const NEAR = ['сегодня', 'завтра', 'послезавтра'] as const;

/** «завтра», «через 11 дней». */
export function awayText(day: string, today: string): string {
  const away = daysBetween(today as Day, day as Day);
  return NEAR[away] ?? `через\u00a0${days(away)}`;
}

export const entryIcons: Record<PlannedEntry['kind'], IconName> = {
  charge: 'wallet',
  plan: 'arrow-left-right',
  option: 'layers',
  program: 'layers',
  promotion: 'clock',
  price: 'wallet',
  promise: 'calendar-clock',
  autopayment: 'refresh',
  suspension: 'circle-pause',
  return: 'circle-check',
};

/** «Останется 55 ₽», «На счёте «Телефон» останется 55 ₽». */
export const onAccount = (account: string | undefined, words: string): string =>
  account === undefined ? words.replace(/^./, (letter) => letter.toUpperCase()) : `На\u00a0счёте «${account}» ${words}`;

const MOST_NAMES = 3;

/** «Интернет, ТВ», «Касса 1, Касса 2, Касса 3 и ещё 21». */
function servicesText(services: readonly EntryService[]): string {
  const names = services.slice(0, MOST_NAMES).map(({ name }) => name);
  const rest = services.length - names.length;
  return rest > 0 ? `${names.join(', ')} и\u00a0ещё\u00a0${rest}` : names.join(', ');
}

const planners = { client: 'запланировали вы', operator: 'запланировал провайдер' } as const;

/** The services of an entry, and who planned it. */
export function aboutText({ services, by, kind }: PlannedEntry): string {
  const planner = by !== null && (kind === 'plan' || kind === 'suspension') ? planners[by] : '';
  const parts = [servicesText(services), planner].filter((part) => part !== '');
  return parts.join(' · ').replace(/^./u, (letter) => letter.toUpperCase());
}

/** The balance after an entry; after the last day of several. */
export const balanceAfterText = (
  { balance_after: after }: PlannedEntry,
  account: string | undefined,
): string | undefined =>
  after === null ? undefined : onAccount(account, `${after.startsWith('-') ? 'будет' : 'останется'} ${rubles(after)}`);

/** «Каждый день по 30 ноября». */
export const entrySpanText = ({ last_day: last }: PlannedEntry, today: string): string | undefined =>
  last === null ? undefined : `Каждый день по\u00a0${dayText(last, today)}`;

export const undoVerbs: Record<EntryUndo['does'], string> = {
  cancel_plan: 'Отменить переход',
  keep_option: 'Оставить',
  drop_option: 'Не включать',
  keep_program: 'Оставить',
  drop_program: 'Не включать',
  skip_autopayment: 'Пропустить',
  cancel_suspension: 'Отменить паузу',
};

/** Until when an entry can be cancelled: «до конца 30 ноября», «до 28 ноября, 10:00». */
export function cancelUntilText({ until }: EntryUndo, today: string): string {
  const day = dayOf(until);
  if (timeText(until) !== '00:00') return `Можно до\u00a0${momentText(until, today)}`;
  return `Можно до\u00a0конца ${dayText(addDays(day as Day, -1), today)}`;
}
