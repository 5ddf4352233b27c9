import { userInfo } from 'node:os';
import { z } from 'zod';
import type { OperatorCall } from '@kabinet/contract/kernel/call/staff-call';
import { operatorProblems } from '@kabinet/contract/kernel/operator-problem';
import { operatorCalls } from '@kabinet/contract/staff';
import { NO_NOTES, NO_BROWSER } from '#server/kernel/nobody.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { runCall } from '#server/kernel/call/run-call.ts';
import type { Operator, Portal, Progress, RequestFacts } from '#server/kernel/world.ts';
import type { Variables } from '../config/config.ts';
import { operatorHandlerOf } from '../handlers/staff/handler-of.ts';
import { argumentsOf, inputOf, isOptional } from './call-fields.ts';
import { WrongArgument, type CommandOf, type CallFields, type Say, type Tools, type TypedOptions } from './command.ts';
import { bareCommands, commandOf } from './commands.ts';
import { HELP, helpOf } from './help.ts';
import { begins, mistyped, wrongOption } from './mistyped.ts';
import { readLine, type TypedCommand } from './operator-line.ts';

/** Runs one command line; returns the exit code: 0 done, 1 a person must look, 2 the command is wrong. */
export async function runCommand(
  tools: () => Promise<Tools>,
  typed: readonly string[],
  say: Say,
  settings: Variables = process.env,
): Promise<number> {
  try {
    const line = readLine(typed);
    const isHelp = line.isHelp || typed.length === 0 || typed[0] === 'help';
    return isHelp ? tellHelp(line, say) : await runLine(tools, line, say, settings);
  } catch (error) {
    return tellRefusal(error, say);
  }
}

async function runLine(
  tools: () => Promise<Tools>,
  line: TypedCommand,
  say: Say,
  settings: Variables,
): Promise<number> {
  const bare = bareCommands.find(({ words }) => words === line.positionals.join(' '));
  if (bare) return bare.run(say, settings);
  const call = callOf(line.positionals);
  if (!call) throw mistyped(line.positionals);
  if (line.unknown !== undefined) throw wrongOption(line.unknown, call);
  const typed = typedOf(call, line);
  return carryOut(call, { ...line, typed }, await tools(), say);
}

/** The whole help, or that of the commands that are named. */
function tellHelp({ positionals }: TypedCommand, say: Say): number {
  const named = positionals[0] === 'help' ? positionals.slice(1) : positionals;
  const help = named.length === 0 ? HELP : helpOf(named);
  if (help === undefined) throw mistyped(named);
  say(help);
  return 0;
}

function tellRefusal(error: unknown, say: Say): number {
  if (error instanceof WrongArgument) {
    say(error.message);
    return 2;
  }
  if (!(error instanceof Problem)) throw error;
  if (error.code === 'bad_input') {
    for (const { message } of error.detail.errors ?? [error]) say(message);
    return 2;
  }
  // Any other refusal is a failure: of the bank, or of the portal itself.
  if (!Object.hasOwn(operatorProblems, error.code)) throw error;
  say(error.message);
  return 1;
}

/** The call whose words begin the line and whose arguments its rest can be. */
function callOf(positionals: readonly string[]): OperatorCall | undefined {
  return operatorCalls.find(
    (call) =>
      begins(positionals, call.command) && takes(call, positionals.length - call.command.words.split(' ').length),
  );
}

function takes(call: OperatorCall, given: number): boolean {
  const fields = argumentsOf(call);
  return given <= fields.length && given >= fields.filter((name) => !isOptional(call, name)).length;
}

async function carryOut(
  call: OperatorCall,
  { typed, as, isJson }: TypedCommand & { readonly typed: TypedOptions },
  tools: Tools,
  say: Say,
): Promise<number> {
  const command = commandOf(call);
  // A line about the progress would break the data.
  const hears = isJson ? () => undefined : say;
  const ask = askerOf(call, tools, { kind: 'operator', name: nameOf(as), role: 'admin' }, hears);
  const reply = await wholeReply(command, typed, ask);
  const { lines, isOpen } = command.tell(reply, tools.provider.time_zone);
  for (const text of isJson ? [JSON.stringify(z.encode(call.result, reply), null, 2)] : lines) say(text);
  return isOpen ? 1 : 0;
}

/** The reply to a line, which may name a file that takes several calls. */
async function wholeReply(command: CommandOf<OperatorCall>, typed: TypedOptions, ask: Ask): Promise<unknown> {
  if (!command.read) return ask(typed);
  let reply: unknown;
  for await (const fields of command.read(typed)) {
    const part = await ask(fields);
    reply = reply === undefined ? part : command.join?.(reply, part);
  }
  return reply;
}

type Ask = (fields: CallFields) => Promise<unknown>;

/** Makes a call within this process. */
function askerOf(call: OperatorCall, tools: Tools, operator: Operator, say: Say): Ask {
  const portal: Portal = {
    world: tools,
    handlerOf: operatorHandlerOf(tools.agents),
    identify: () => Promise.resolve(undefined),
    isConfirmed: () => Promise.resolve(false),
  };
  const progress = (made: Progress) => {
    sayProgress(made, say);
  };
  const notes = { ...NO_NOTES, progress };
  return async (fields) =>
    z.decode(call.result, await runCall(portal, call, inputOf(call, fields), factsOf(operator), notes));
}

/** What was typed, by the fields of the call. */
function typedOf(call: OperatorCall, { positionals, options }: TypedCommand): TypedOptions {
  const { words, options: known = {} } = call.command;
  for (const name of Object.keys(options)) {
    if (!Object.hasOwn(known, name)) throw wrongOption(`--${name}`, call);
  }
  const given = positionals.slice(words.split(' ').length);
  const named = argumentsOf(call).flatMap((name, index) => (given[index] === undefined ? [] : [[name, given[index]]]));
  return { ...(Object.fromEntries(named) as TypedOptions), ...options };
}

/** The operator's name; with `--as` followed by the user of this machine, because anybody may give another name. */
const nameOf = (as: string | undefined): string => (as === undefined ? systemUser() : `${as} (${systemUser()})`);

/** The user of this machine; in a container a user may have no name. */
function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? ''}`;
  }
}

const factsOf = (operator: Operator): RequestFacts => ({ ...NO_BROWSER, operator });

/** What long work counts; on no more than `few` of them it prints no progress. */
const PARTS_OF_WORK: Readonly<Record<string, { readonly of: string; readonly few: number }>> = {
  transactions: { of: 'Проверено проводок', few: 50_000 },
  accounts: { of: 'Проверено счетов', few: 50_000 },
  services: { of: 'Сверено услуг и номеров', few: 2_000 },
  passwords: { of: 'Готово паролей кабинета', few: 1_000 },
  secrets: { of: 'Готово паролей услуг', few: 1_000 },
};

function sayProgress({ of, done, all }: Progress, say: Say): void {
  const part = PARTS_OF_WORK[of];
  if (!part || all <= part.few) return;
  const [ready, whole] = [done, all].map((count) => count.toLocaleString('ru-RU'));
  say(`${part.of}: ${ready ?? ''} из ${whole ?? ''}`);
}
