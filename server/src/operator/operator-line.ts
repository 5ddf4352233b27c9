import { parseArgs } from 'node:util';
import type { OperatorCall } from '@kabinet/contract/kernel/call/staff-call';
import { operatorCalls } from '@kabinet/contract/staff';
import { WrongArgument, type TypedOptions } from './command.ts';

/** A line as it was typed: words and arguments in order, and options. */
export interface TypedCommand {
  readonly positionals: readonly string[];
  /** Options of commands, by the names of their fields. */
  readonly options: TypedOptions;
  /** The first option that no command has, with its dashes. */
  readonly unknown: string | undefined;
  /** `--as`: the name of the operator for the audit trail. */
  readonly as: string | undefined;
  /** `--json`: the reply as the call gives it. */
  readonly isJson: boolean;
  readonly isHelp: boolean;
}

const VALUE = { type: 'string' } as const;
const COMMON = { as: VALUE, json: { type: 'boolean' }, help: { type: 'boolean' } } as const;
const OPTIONS = {
  ...Object.fromEntries(operatorCalls.flatMap(optionNames).map((name) => [name, VALUE])),
  ...COMMON,
};

function optionNames({ command }: OperatorCall): string[] {
  return Object.keys(command.options ?? {});
}

/** An option has a Latin name; any other word with a dash before it is an argument, such as the text of a notice. */
const LIKE_OPTION = /^--[a-z][\w-]*(?:=|$)/;

export function readLine(line: readonly string[]): TypedCommand {
  const { values, tokens } = parseArgs({
    args: [...line],
    options: OPTIONS,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const positionals = new Map<number, string>();
  const unknown: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') positionals.set(token.index, token.value);
    else if (token.kind === 'option' && !Object.hasOwn(OPTIONS, token.name)) {
      const word = line[token.index] ?? '';
      if (LIKE_OPTION.test(word)) unknown.push(token.rawName);
      else positionals.set(token.index, word);
    }
  }
  const { as, json, help, ...options } = values as Record<string, string | boolean | undefined>;
  return {
    positionals: [...positionals.values()],
    options: valuesOf(options),
    unknown: unknown[0],
    as: as === undefined ? undefined : nameOf(valueOf('as', as)),
    isJson: json === true,
    isHelp: help === true,
  };
}

const valuesOf = (options: Record<string, string | boolean | undefined>): TypedOptions =>
  Object.fromEntries(
    Object.entries(options)
      .filter(([name]) => Object.hasOwn(OPTIONS, name))
      .map(([name, value]) => [name, valueOf(name, value)]),
  );

const LONGEST_NAME = 100;

function nameOf(as: string): string {
  if (as.length <= LONGEST_NAME) return as.trim();
  throw new WrongArgument(`Сократите имя до ${LONGEST_NAME} знаков`);
}

function valueOf(name: string, value: string | boolean | undefined): string {
  if (typeof value === 'string' && value.trim() !== '') return value;
  throw new WrongArgument(`Напишите значение: --${name}=…`);
}
