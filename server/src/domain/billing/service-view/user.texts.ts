import { addDays, daysBetween, type Day } from '@kabinet/contract/kernel/day';
import { kopecks, type Kopecks } from '@kabinet/contract/kernel/money';
import { ACCOUNT_NAMES } from '@kabinet/contract/kernel/russian';
import { bytesOf, dayText, keepTogether, plural, rubles } from '#domain/shared/text.rules.ts';

/** What a service needs to know of its account. */
export interface AccountSummary {
  readonly kind: 'i' | 't';
  readonly today: Day;
  readonly balance: Kopecks;
  readonly blocked: boolean;
  readonly lastsUntil: Day | null;
  readonly daysLeft: number | null;
  readonly promiseLastDay?: Day;
}

/** How sentences name an account: «счёт «Интернет»» without its first word. */
export const accountName = (kind: 'i' | 't'): string => `«${ACCOUNT_NAMES[kind]}»`;

/** What is owed for services that cost something: the account is below zero. */
export function dutyTexts({ kind, balance }: AccountSummary): string[] {
  if (balance >= 0) return [];
  return [keepTogether(`Долг по счёту ${accountName(kind)}: ${rubles(kopecks(0 - balance))}`)];
}

/** For how long the money lasts for services that are charged; nothing while they are switched off for debt. */
export function daysLeftTexts(account: AccountSummary): string[] {
  const { kind, blocked, lastsUntil, daysLeft, today } = account;
  if (blocked) return [];
  if (isPromised(account)) return [keepTogether(promisedText(account))];
  const enough = `Денег на счёте ${accountName(kind)} хватит`;
  if (lastsUntil === null || daysLeft === null) return [keepTogether(`${enough} больше чем на год`)];
  return [
    keepTogether(`${enough} до ${dayText(lastsUntil, today)}, ещё на ${plural(daysLeft, ['день', 'дня', 'дней'])}`),
  ];
}

type Promised = AccountSummary & { readonly promiseLastDay: Day };

/** Whether a promised payment ends the time for which the money lasts. */
const isPromised = (account: AccountSummary): account is Promised =>
  account.promiseLastDay !== undefined && account.lastsUntil === addDays(account.promiseLastDay, 1);

/** Counts the days as the promised payment itself does: to its last day. */
function promisedText({ kind, promiseLastDay: last, today }: Promised): string {
  const left = daysBetween(today, last);
  const days = left === 0 ? 'последний день' : `ещё ${plural(left, ['день', 'дня', 'дней'])}`;
  return `Обещанный платёж по счёту ${accountName(kind)} действует до ${dayText(last, today)}, 23:59, ${days}`;
}

/** «занято 4,1 из 5 ГБ», «график доступа включён»; null when there is nothing more to say. */
export function detailOf(
  user: { has_schedule: boolean } & ({ quota_bytes: number; used_bytes: number } | { quota_bytes: null }),
): string | null {
  if (user.quota_bytes !== null) return `занято ${bytesOf(user.used_bytes, user.quota_bytes)}`;
  return user.has_schedule ? 'график доступа включён' : null;
}

/** Texts without repeats, in the shape of the contract. */
export const uniqueTexts = (texts: readonly string[]): { text: string }[] =>
  [...new Set(texts)].map((text) => ({ text }));
