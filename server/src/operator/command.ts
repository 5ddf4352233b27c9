import type { Result } from '@kabinet/contract/kernel/call/call';
import type { OperatorCall } from '@kabinet/contract/kernel/call/staff-call';
import type { PaymentAgent } from '#server/domain/payments/payment-agents/payment-agent.ts';
import type { World } from '#server/kernel/world.ts';
import type { Variables } from '../config/config.ts';

export interface Tools extends World {
  /** Banks and terminals that bring payments themselves. */
  readonly agents: readonly PaymentAgent[];
}

/** Prints a line. */
export type Say = (line: string) => void;

/** The output of a command. */
export interface CommandOutput {
  readonly lines: readonly string[];
  /** Whether something is wrong or waits for a person; then the exit code is 1. */
  readonly isOpen: boolean;
}

export const said = (...lines: readonly string[]): CommandOutput => ({ lines, isOpen: false });
export const saidIf = (isOpen: boolean, ...lines: readonly string[]): CommandOutput => ({ lines, isOpen });

/** What was typed, by the names of the call's fields. */
export type TypedOptions = Readonly<Record<string, string>>;
/** The fields of one call, before its schemas read them. */
export type CallFields = Readonly<Record<string, unknown>>;

/** How the command line reads and prints a call. */
export interface CommandOf<C extends OperatorCall> {
  /** Prints the reply; `zone` is the provider's, for times. */
  readonly tell: (reply: Result<C>, zone: string) => CommandOutput;
  /** If a file is named: reads it into the fields of one call or, for a large file, of several. */
  readonly read?: (typed: TypedOptions) => AsyncIterable<CallFields>;
  /** What is to be told of what was read, before the reply. */
  readonly notesOn?: (read: CallFields) => readonly string[];
  /** Joins the replies to two parts of a file. */
  readonly join?: (one: Result<C>, other: Result<C>) => Result<C>;
}

/** A command for each call of a group: a missing or unknown one does not compile. */
export type CommandsOf<Group> = {
  readonly [Name in keyof Group]: Group[Name] extends OperatorCall ? CommandOf<Group[Name]> : never;
};

/** A command that must work without a database and even with wrong settings. It is not a call, so it is not audited. */
export interface BareCommand {
  readonly words: string;
  readonly help: string;
  readonly run: (say: Say, settings: Variables) => Promise<number>;
}

/** The error that the operator sees if the command line, or a file that it names, is wrong. */
export class WrongArgument extends Error {}
