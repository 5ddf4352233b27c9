import { addDays, daysBetween, type Day } from '@kabinet/contract/kernel/day';
import { kopecks, type Kopecks } from '@kabinet/contract/kernel/money';
import { ACCOUNT_NAMES } from '@kabinet/contract/kernel/russian';
import { bytesOf, dayText, keepTogether, plural, rubles } from '#server/domain/shared/text.rules.ts';

/** Facts about its account that a service needs. */
export interface AccountSummary {
  readonly kind: 'i' | 't';
  readonly today: Day;
  readonly balance: Kopecks;
  readonly blocked: boolean;
  readonly lastsUntil: Day | null;
  readonly daysLeft: number | null;
  readonly promiseLastDay?: Day;
}

/** The account in sentences: «счёт «Интернет»» without its first word. */
export const accountName = (kind: 'i' | 't'): string => `«${ACCOUNT_NAMES[kind]}»`;

/** The debt of paid services: the account is below zero. */
export function dutyTexts({ kind, balance }: AccountSummary): string[] {
  if (balance >= 0) return [];
  return [keepTogether(`Долг по счёту ${accountName(kind)}: ${rubles(kopecks(0 - balance))}`)];
}

/** How long the money lasts for charged services; empty while they are switched off for debt. */
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

/** Whether the money lasts until the end of a promised payment. */
const isPromised = (account: AccountSummary): account is Promised =>
  account.promiseLastDay !== undefined && account.lastsUntil === addDays(account.promiseLastDay, 1);

/** Counts days as the promised payment does: to its last day. */
function promisedText({ kind, promiseLastDay: last, today }: Promised): string {
  const left = daysBetween(today, last);
  const days = left === 0 ? 'последний день' : `ещё ${plural(left, ['день', 'дня', 'дней'])}`;
  return `Обещанный платёж по счёту ${accountName(kind)} действует до ${dayText(last, today)}, 23:59, ${days}`;
}

/** The used share of a quota from which the text says what is left instead of what is used. */
const NEARLY_FULL = 0.9;

/** «занято 4,1 из 5 ГБ», «места осталось 0,3 из 3 ГБ», «график доступа включён»; null if there is nothing to add. */
export function detailOf(user: {
  has_schedule: boolean;
  box: { quota_bytes: number; used_bytes: number } | null;
}): string | null {
  if (user.box !== null) {
    const { quota_bytes: quota, used_bytes: used } = user.box;
    return used < quota * NEARLY_FULL
      ? `занято ${bytesOf(used, quota)}`
      : `места осталось ${bytesOf(Math.max(quota - used, 0), quota)}`;
  }
  return user.has_schedule ? 'график доступа включён' : null;
}

/** Texts without duplicates, in the form of the contract. */
export const uniqueTexts = (texts: readonly string[]): { text: string }[] =>
  [...new Set(texts)].map((text) => ({ text }));
