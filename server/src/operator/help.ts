import type { OperatorCall } from '@kabinet/contract/kernel/operator-call';
import { operatorCalls } from '@kabinet/contract/operator';
import { isOptional } from './call-fields.ts';
import { bareCommands } from './commands.ts';

/** A command with its arguments; in brackets what may be left out. */
export function writtenOf(call: OperatorCall): string {
  const { words, arguments: named = {}, options = {} } = call.command;
  const shown = Object.entries(named).map(([field, name]) => (isOptional(call, field) ? `[<${name}>]` : `<${name}>`));
  return [words, ...shown, ...Object.entries(options).map(([field, name]) => `[--${field}=<${name}>]`)].join(' ');
}

const COLUMN = 46;

/** A line of the help: the explanation stands in its own column, or on the next line after a long command. */
const helpLine = (command: string, help: string): string =>
  command.length + 2 <= COLUMN ? `  ${command.padEnd(COLUMN)}${help}` : `  ${command}\n  ${' '.repeat(COLUMN)}${help}`;

export const HELP = [
  'Командная строка оператора: npm run operator -- <команда>',
  '',
  ...bareCommands.map(({ words, help }) => helpLine(words, help)),
  ...operatorCalls.map((call) => helpLine(writtenOf(call), call.command.help)),
  '',
  'К любой команде:',
  helpLine('--as=<имя>', 'от чьего имени: попадёт в журнал действий (иначе пользователь системы)'),
  helpLine('--json', 'ответ данными, а не словами'),
  '',
  'Код выхода: 0 — сделано, 1 — нужен человек, 2 — команда неверна.',
  'База данных: DATABASE_URL, а без неё встроенная в папке KABINET_DATA.',
].join('\n');
