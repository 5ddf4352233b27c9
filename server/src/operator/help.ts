import { commandLine } from '#server/kernel/command-line.ts';
import type { OperatorCall } from '@kabinet/contract/kernel/call/staff-call';
import { operatorCalls } from '@kabinet/contract/staff';
import { isOptional } from './call-fields.ts';
import { bareCommands } from './commands.ts';

/** A command with its arguments; in brackets what may be left out. */
export function writtenOf(call: OperatorCall): string {
  const { words, arguments: named = {} } = call.command;
  const shown = Object.entries(named).map(([field, name]) => (isOptional(call, field) ? `[<${name}>]` : `<${name}>`));
  return [words, ...shown, ...commandOptionsOf(call).map(({ written }) => `[${written}]`)].join(' ');
}

interface Option {
  /** `--limit=<сколько>` */
  readonly written: string;
}

export const commandOptionsOf = ({ command: { options = {} } }: OperatorCall): Option[] =>
  Object.entries(options).map(([field, name]) => ({ written: `--${field}=<${name}>` }));

/** Options of every command. */
export const COMMON_OPTIONS = [
  { written: '--as=<имя>', help: 'от чьего имени: попадёт в журнал действий (иначе пользователь системы)' },
  { written: '--json', help: 'ответ данными, а не словами' },
] as const;

interface Command {
  readonly words: string;
  /** With its arguments. */
  readonly written: string;
  readonly help: string;
}

/** All commands, in the order of the help. */
export const COMMANDS: readonly Command[] = [
  ...bareCommands.map(({ words, help }) => ({ words, written: words, help })),
  ...operatorCalls.map((call) => ({
    words: call.command.words,
    written: writtenOf(call),
    help: call.command.help,
  })),
];

const COLUMN = 46;

/** A line of the help: the explanation stands in its own column, or on the next line after a long command. */
export const helpLine = (command: string, help: string): string =>
  command.length + 2 <= COLUMN ? `  ${command.padEnd(COLUMN)}${help}` : `  ${command}\n  ${' '.repeat(COLUMN)}${help}`;

const TO_ANY = ['К любой команде:', ...COMMON_OPTIONS.map(({ written, help }) => helpLine(written, help))];

/** The help of the commands that begin with these words, or that these words begin; undefined if there is none. */
export function helpOf(typed: readonly string[]): string | undefined {
  const asked = COMMANDS.filter(({ words }) =>
    words.split(' ').every((word, index) => typed[index] === undefined || typed[index] === word),
  );
  if (asked.length === 0) return undefined;
  return [...asked.map(({ written, help }) => helpLine(written, help)), '', ...TO_ANY].join('\n');
}

export const HELP = [
  `Командная строка оператора: ${commandLine} <команда>`,
  '',
  ...COMMANDS.map(({ written, help }) => helpLine(written, help)),
  '',
  ...TO_ANY,
  '',
  'Код выхода: 0 — сделано, 1 — нужен человек, 2 — команда неверна.',
  'База данных: DATABASE_URL, а без неё встроенная в папке KABINET_DATA.',
  'По сети, с ключом программы: KABINET_URL и KABINET_KEY.',
].join('\n');
