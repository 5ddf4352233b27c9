import { z } from 'zod';
import type { OperatorCall } from '@kabinet/contract/kernel/call/staff-call';
import { operatorProblems } from '@kabinet/contract/kernel/operator-problem';
import { operatorCalls } from '@kabinet/contract/staff';
import { Problem } from '#server/kernel/call/problem.ts';
import type { Variables } from '../config/config.ts';
import { argumentsOf, inputOf, isOptional } from './call-fields.ts';
import {
  WrongArgument,
  type BareCommand,
  type CommandOf,
  type CallFields,
  type Say,
  type Tools,
  type TypedOptions,
} from './command.ts';
import { bareCommands, commandOf } from './commands.ts';
import { ownDesk, type Desk } from './desk.ts';
import { HELP, helpOf } from './help.ts';
import { begins, mistyped, wrongOption } from './mistyped.ts';
import { withContracts } from './printed-numbers.ts';
import { readLine, type TypedCommand } from './operator-line.ts';
import { remoteDesk, remoteOf, type Fetch } from './remote-desk.ts';

/** What a line is carried out with. */
interface Surroundings {
  readonly tools: () => Promise<Tools>;
  readonly say: Say;
  readonly settings: Variables;
  /** Asks a portal over HTTP, if the settings name one. */
  readonly fetched?: Fetch | undefined;
}

/** Runs one command line; returns the exit code: 0 done, 1 a person must look, 2 the command is wrong. */
export async function runCommand(
  tools: () => Promise<Tools>,
  typed: readonly string[],
  say: Say,
  settings: Variables = process.env,
  fetched?: Fetch,
): Promise<number> {
  const isJson = typed.includes('--json');
  try {
    const line = readLine(typed);
    const isHelp = line.isHelp || typed.length === 0 || typed[0] === 'help';
    return isHelp ? tellHelp(line, say) : await runLine(line, { tools, say, settings, fetched });
  } catch (error) {
    return tellRefusal(error, say, isJson);
  }
}

async function runLine(line: TypedCommand, around: Surroundings): Promise<number> {
  const bare = bareCommands.find(({ words }) => words === line.positionals.join(' '));
  if (bare) return runBare(bare, line.isJson, around);
  const call = callOf(line.positionals);
  if (!call) throw mistyped(line.positionals);
  if (line.unknown !== undefined) throw wrongOption(line.unknown, call);
  const typed = typedOf(call, line);
  return carryOut(call, { ...line, typed }, await deskFor(line, around), around.say);
}

/** What is no call has only lines: as data, too. */
async function runBare({ run }: BareCommand, isJson: boolean, { say, settings }: Surroundings): Promise<number> {
  if (!isJson) return run(say, settings);
  const lines: string[] = [];
  const code = await run((line) => void lines.push(line), settings);
  say(JSON.stringify({ code, lines }, null, 2));
  return code;
}

async function deskFor({ as, isJson }: TypedCommand, { tools, say, settings, fetched }: Surroundings): Promise<Desk> {
  const remote = remoteOf(settings);
  // A line about the progress would break the data.
  if (!remote) return ownDesk(await tools(), as, isJson ? () => undefined : say);
  if (as !== undefined) throw new WrongArgument('По сети команды идут от имени ключа: уберите --as');
  return remoteDesk(remote, fetched);
}

/** The whole help, or that of the commands that are named. */
function tellHelp({ positionals }: TypedCommand, say: Say): number {
  const named = positionals[0] === 'help' ? positionals.slice(1) : positionals;
  const help = named.length === 0 ? HELP : helpOf(named);
  if (help === undefined) throw mistyped(named);
  say(help);
  return 0;
}

/** Refusals that tell whoever typed the line what to do; any other is a failure, of the bank or of the portal itself. */
const TOLD: readonly string[] = [
  ...Object.keys(operatorProblems),
  'unauthorized',
  'not_found',
  'too_large',
  'idempotency_mismatch',
  'changed_meanwhile',
  'change_not_allowed',
  'not_enough_money',
  'promised_payment_unavailable',
  'payment_no_account',
  'payment_amount_too_small',
  'payment_amount_too_large',
  'payment_links_too_many',
  'channel_absent',
  'contact_not_confirmed',
  'contact_taken',
  'code_wrong',
  'code_too_soon',
];

function tellRefusal(error: unknown, say: Say, isJson: boolean): number {
  const refusal = refusalOf(error);
  if (!refusal) throw error;
  const { lines, code } = refusal;
  if (isJson) say(JSON.stringify({ refused: error instanceof Problem ? error.code : 'wrong_command', lines }, null, 2));
  else for (const line of lines) say(line);
  return code;
}

function refusalOf(error: unknown): { readonly lines: readonly string[]; readonly code: 1 | 2 } | undefined {
  if (error instanceof WrongArgument) return { lines: [error.message], code: 2 };
  if (!(error instanceof Problem)) return undefined;
  if (error.code === 'bad_input')
    return { lines: (error.detail.errors ?? [error]).map(({ message }) => message), code: 2 };
  return TOLD.includes(error.code) ? { lines: [error.message], code: 1 } : undefined;
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
  { typed, isJson }: TypedCommand & { readonly typed: TypedOptions },
  desk: Desk,
  say: Say,
): Promise<number> {
  const command = commandOf(call);
  const notes: string[] = [];
  const ask = async (typedFields: CallFields) => {
    const fields = await withContracts(call, typedFields, desk);
    notes.push(...(command.notesOn?.(fields) ?? []));
    return z.decode(call.result, await desk.ask(call, inputOf(call, fields)));
  };
  const reply = await wholeReply(command, typed, ask);
  const { lines, isOpen } = command.tell(reply, await desk.zone());
  for (const text of isJson ? [JSON.stringify(z.encode(call.result, reply), null, 2)] : [...notes, ...lines]) say(text);
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
