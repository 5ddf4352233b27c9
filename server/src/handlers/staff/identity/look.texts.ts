import { operatorCalls } from '@kabinet/contract/staff';
import { lookedAtText } from '#server/domain/shared/look.texts.ts';

/** The beginning of what the help says of a command: «карточка договора». */
const WHAT = new Map(operatorCalls.map(({ command }) => [command.words, command.help.split(/[:,;]/)[0] ?? '']));

/** What somebody of the staff has looked at, by the words of the command: «Смотрели: карточка договора». */
export const lookText = (words: string): string => `Смотрели: ${lookedAtText(words, WHAT)}`;
