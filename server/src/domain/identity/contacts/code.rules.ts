import { formOf } from '@kabinet/contract/kernel/russian';

//
export const CODE_LIFE_MS = 10 * 60_000;
export const AGAIN_AFTER_MS = 60_000;
export const MOST_CODE_TRIES = 5;
/** For this time a changed or further contact cannot be used to replace a forgotten password. */
export const NEW_CONTACT_WAITS_MS = 86_400_000;
/** Codes to one address within a day. */
export const MOST_TO_ADDRESS = 5;
/** Codes of one contract within a day: asked for by its owner, and by strangers. */
export const MOST_OF_CONTRACT = { owner: 20, strangers: 6 } as const;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** How long after the last code that nobody has used strangers get the next one for this contact, by how many there were. */
const WAITS_OF_STRANGERS = [0, MINUTE, 10 * MINUTE, HOUR, 4 * HOUR] as const;
const LONGEST_WAIT = 24 * HOUR;
/** Unused codes of strangers count for so long. */
export const UNUSED_COUNT_FOR_MS = 7 * 24 * HOUR;

export const waitOfStrangers = (unused: number): number => WAITS_OF_STRANGERS[unused] ?? LONGEST_WAIT;

/** Text messages with codes of the whole system within an hour, unless the provider sets a number: one for so many contracts. */
const CONTRACTS_TO_A_CODE = 50;
/** Whatever the number of contracts, so many are possible. */
export const LEAST_OF_HOUR = 200;
export const mostOfHour = (contracts: number): number =>
  Math.max(LEAST_OF_HOUR, Math.ceil(contracts / CONTRACTS_TO_A_CODE));
/** Strangers have half as many again, which are not those of the owners. */
export const ofStrangers = (most: number): number => Math.ceil(most / 2);

/** The refusal of a wrong code; `tries` counts this one. */
export function wrongCodeText(tries: number): string {
  const left = MOST_CODE_TRIES - tries;
  if (left <= 0) return 'Код не подошёл пять раз и больше не действует. Запросите новый';
  return `Код не подошёл. ${formOf(left, ['Осталась', 'Осталось', 'Осталось'])} ${left} ${formOf(left, ['попытка', 'попытки', 'попыток'])}`;
}
