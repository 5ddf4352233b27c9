import type { z } from 'zod';
import { call, type Call, type Method, type Nothing } from './call.ts';
import type { ProblemCode } from '../problem.ts';

/** What the provider's people do: take cash, keep the books, run the network and the portal; an admin does it all. */
export const OPERATOR_ROLES = ['cashier', 'accountant', 'engineer', 'admin'] as const;
export type OperatorRole = (typeof OPERATOR_ROLES)[number];

/** How an operator types a call. */
export interface CommandLine {
  /** `payments refund`. The audit trail names the call by these words. */
  readonly words: string;
  /** The fields that follow the words, in order, as the help names them. A field that the schema does not need may be left out. */
  readonly arguments?: Readonly<Record<string, string>>;
  /** The fields that are typed as `--field=value`. */
  readonly options?: Readonly<Record<string, string>>;
  /** What the command does, in Russian, for the help. */
  readonly help: string;
}

/** A call of the provider's own people: it names who may make it and how it is typed. */
export interface OperatorCall<
  P extends z.ZodObject = z.ZodObject,
  Q extends z.ZodObject = z.ZodObject,
  B extends z.ZodObject = z.ZodObject,
  R extends z.ZodType = z.ZodType,
> extends Call<P, Q, B, R, 'operator'> {
  readonly path: `/operator/v1/${string}`;
  readonly roles: readonly OperatorRole[];
  readonly command: CommandLine;
  /** A read over all contracts that leaves a row in the audit, as a change does: what was looked for, not each that was found. */
  readonly noted?: true | undefined;
}

interface Description<P, Q, B, R> {
  method: Method;
  path: `/operator/v1/${string}`;
  summary: string;
  roles: readonly OperatorRole[];
  command: CommandLine;
  noted?: true;
  params?: P;
  query?: Q;
  body?: B;
  result: R;
  problems?: readonly ProblemCode[];
}

/** Describes an operator's call; what is left out is empty. A GET reads, and the rest change. */
export function operatorCall<
  R extends z.ZodType,
  P extends z.ZodObject = Nothing,
  Q extends z.ZodObject = Nothing,
  B extends z.ZodObject = Nothing,
>({ path, roles, command, noted, ...description }: Description<P, Q, B, R>): OperatorCall<P, Q, B, R> {
  return { ...call<R, P, Q, B, 'operator'>({ ...description, path, access: 'operator' }), path, roles, command, noted };
}

export const isOperatorCall = (one: Call): one is OperatorCall => one.access === 'operator';
