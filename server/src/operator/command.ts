import type { Result } from '@kabinet/contract/kernel/call';
import type { OperatorCall } from '@kabinet/contract/kernel/operator-call';
import type { PaymentAgent } from '#domain/payments/payment-agents/payment-agent.ts';
import type { World } from '#kernel/world.ts';
import type { Variables } from '../config/config.ts';

export interface Tools extends World {
  /** Banks and terminals that bring payments themselves. */
  readonly agents: readonly PaymentAgent[];
}

/** Prints a line. */
export type Say = (line: string) => void;

/** What a command says in the end. */
export interface Said {
  readonly lines: readonly string[];
  /** Something is wrong, or waits for a person: the exit code is 1. */
  readonly isOpen: boolean;
}

export const said = (...lines: readonly string[]): Said => ({ lines, isOpen: false });
export const saidIf = (isOpen: boolean, ...lines: readonly string[]): Said => ({ lines, isOpen });

/** What was typed, by the names of the call's fields. */
export type Typed = Readonly<Record<string, string>>;
/** The fields of one call, before its schemas read them. */
export type Fields = Readonly<Record<string, unknown>>;

/** How the command line speaks of a call. */
export interface CommandOf<C extends OperatorCall> {
  /** Times are told in the zone of the provider. */
  readonly tell: (reply: Result<C>, zone: string) => Said;
  /** Where a file is named: the fields that are made of it, for one call or, of a large file, for several. */
  readonly read?: (typed: Typed) => AsyncIterable<Fields>;
  /** The replies to two parts of a file as one. */
  readonly join?: (one: Result<C>, other: Result<C>) => Result<C>;
}

/** A command for each call of a group: forgetting one, or inventing one, does not compile. */
export type CommandsOf<Group> = {
  readonly [Name in keyof Group]: Group[Name] extends OperatorCall ? CommandOf<Group[Name]> : never;
};

/** A command that must work without a database and even with wrong settings; no call, so it is not audited. */
export interface BareCommand {
  readonly words: string;
  readonly help: string;
  readonly run: (say: Say, settings: Variables) => Promise<number>;
}

/** What the operator sees when the line, or a file that it names, is wrong. */
export class WrongArgument extends Error {}
