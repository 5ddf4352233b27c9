import { operatorCalls } from '@kabinet/contract/staff';

/** The beginning of what the help says of a command: «карточка договора». */
const WHAT = new Map(operatorCalls.map(({ command }) => [command.words, command.help.split(/[:,;]/)[0] ?? '']));

/** What somebody of the staff has looked at, by the words of the command: «Смотрели: карточка договора». */
export const lookText = (words: string): string => `Смотрели: ${WHAT.get(words) ?? words}`;
