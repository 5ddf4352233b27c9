import type { OperatorCall } from '@kabinet/contract/kernel/call/staff-call';
import { operatorCalls } from '@kabinet/contract/staff';
import { nearest } from '#server/kernel/call/nearest.ts';
import { argumentsOf, isOptional } from './call-fields.ts';
import { WrongArgument } from './command.ts';
import { COMMANDS, COMMON_OPTIONS, helpLine, commandOptionsOf, writtenOf } from './help.ts';

const MOST_NEAREST = 2;

const wordsOf = ({ words }: { readonly words: string }): readonly string[] => words.split(' ');

/** Whether the line begins with the words of the command. */
export const begins = (positionals: readonly string[], command: { readonly words: string }): boolean =>
  wordsOf(command).every((word, index) => positionals[index] === word);

/** The error of a line whose arguments no command can take, or which begins with the words of none. */
export function mistyped(positionals: readonly string[]): WrongArgument {
  const call = operatorCalls.find(({ command }) => begins(positionals, command));
  if (call) return wrongCount(call, positionals.slice(wordsOf(call.command).length));
  const bare = COMMANDS.find((command) => begins(positionals, command));
  return bare ? tooMuch(positionals.slice(wordsOf(bare).length), bare.written) : unknown(positionals);
}

function wrongCount(call: OperatorCall, given: readonly string[]): WrongArgument {
  const fields = argumentsOf(call);
  if (given.length > fields.length) return tooMuch(given.slice(fields.length), writtenOf(call));
  const missing = fields.slice(given.length).filter((field) => !isOptional(call, field));
  const names = missing.map((field) => `<${call.command.arguments?.[field] ?? field}>`).join(' ');
  return new WrongArgument(`Не хватает: ${names}. Команда пишется так: ${writtenOf(call)}`);
}

const tooMuch = (rest: readonly string[], written: string): WrongArgument =>
  new WrongArgument(
    `Лишнее: ${rest.join(' ')}. Текст из нескольких слов берут в кавычки. Команда пишется так: ${written}`,
  );

/** Commands have one word or two. */
const MOST_WORDS = 2;

function unknown(positionals: readonly string[]): WrongArgument {
  if (positionals.length === 0) return new WrongArgument('Команда не названа. Все команды: help');
  const typed = positionals.slice(0, MOST_WORDS).join(' ');
  const alike = nearest(typed, COMMANDS, ({ words }) => words, MOST_NEAREST);
  const lines = alike.map(({ written, help }) => helpLine(written, help));
  return new WrongArgument([`Команды «${typed}» нет. Похожие:`, ...lines, 'Все команды: help'].join('\n'));
}

const nameOf = (option: string): string => option.split('=')[0] ?? option;

/** The error of an option that the command has not. */
export function wrongOption(option: string, call: OperatorCall): WrongArgument {
  const alike = nearest(
    option,
    [...commandOptionsOf(call), ...COMMON_OPTIONS],
    ({ written }) => nameOf(written),
    MOST_NEAREST,
  );
  const names = alike.map(({ written }) => written).join(', ');
  return new WrongArgument(`У команды «${call.command.words}» нет настройки ${option}. Похожие: ${names}`);
}
