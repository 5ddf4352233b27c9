import { formOf } from '@kabinet/contract/kernel/russian';

//
export const CODE_LIFE_MS = 10 * 60_000;
export const AGAIN_AFTER_MS = 60_000;
export const MOST_TRIES = 5;
/** For this time a changed or further contact cannot be used to replace a forgotten password. */
export const NEW_CONTACT_WAITS_MS = 86_400_000;
/** Codes to one address within a day. */
export const MOST_TO_ADDRESS = 5;
export const MOST_OF_CONTRACT = 20;
/** Text messages of the whole system within an hour. */
export const MOST_OF_HOUR = 200;

/** The refusal of a wrong code; `tries` counts this one. */
export function wrongCodeText(tries: number): string {
  const left = MOST_TRIES - tries;
  if (left <= 0) return 'Код не подошёл пять раз и больше не действует. Запросите новый';
  return `Код не подошёл. ${formOf(left, ['Осталась', 'Осталось', 'Осталось'])} ${left} ${formOf(left, ['попытка', 'попытки', 'попыток'])}`;
}
