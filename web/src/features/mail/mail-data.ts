import { contract, type Wire } from '#web/api/contract.ts';
import { ApiError } from '#web/api/api-error.ts';
import { useCall } from '#web/api/use-call.ts';
import { number } from '#web/lib/text/format.ts';
import { readable } from '#web/lib/text/readable.ts';

export type Mailbox = Wire<typeof contract.emailUser.get>;
export type ListedBox = Wire<typeof contract.emailUser.list>[number];
export type MailboxTerms = Wire<typeof contract.emailUser.terms>;
export type CheckedName = Wire<typeof contract.emailUser.check>;

export const useMailbox = (userId: number) => useCall(contract.emailUser.get, { params: { id: String(userId) } });
export const useMailboxes = () => useCall(contract.emailUser.list, {});
export const useTerms = () => useCall(contract.emailUser.terms, {});

const NBSP = '\u00a0';
const UNITS = ['Б', 'КБ', 'МБ', 'ГБ'] as const;

const powerOf = (count: number): number => Math.min(Math.floor(Math.log2(Math.max(count, 1)) / 10), UNITS.length - 1);

/** Sizes of mailboxes: a gigabyte is 1024³ bytes, as mail servers count. */
export function sizeText(count: number): string {
  const power = powerOf(count);
  return `${number(Math.round((count / 1024 ** power) * 10) / 10)}${NBSP}${UNITS[power] ?? ''}`;
}

/** A size in the unit of another one: «2,7» of «3 ГБ». */
export const sizeIn = (count: number, whole: number): string =>
  number(Math.round((count / 1024 ** powerOf(whole)) * 10) / 10);

export const percentOf = ({ used_bytes, quota_bytes }: Pick<ListedBox, 'used_bytes' | 'quota_bytes'>): number =>
  Math.min(100, Math.round((used_bytes / quota_bytes) * 100));

export const nameOf = (address: string): string => address.slice(0, address.lastIndexOf('@'));
export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1);

/** The words of a refusal for one field, or for the whole form. */
export function refusalText(failure: Error, path: string): string {
  const own = failure instanceof ApiError ? failure.errors[path] : undefined;
  return own ?? readable(failure.message, 'Не получилось. Повторите через минуту');
}
