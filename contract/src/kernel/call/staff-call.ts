import type { z } from 'zod';
import { call, type Call, type Method, type Nothing } from './call.ts';
import type { Kopecks } from '../money.ts';
import type { ProblemCode } from '../problem.ts';

/** What the provider's people do: `docs/staff.md` tells what each of them sees and does. */
export const OPERATOR_ROLES = [
  'cashier',
  'support',
  'technician',
  'engineer',
  'accountant',
  'owner',
  'admin',
  'auditor',
] as const;
export type OperatorRole = (typeof OPERATOR_ROLES)[number];

/** Roles that move money or let people in: no administrator gives one alone. */
export const WEIGHTY_ROLES: readonly OperatorRole[] = ['cashier', 'accountant', 'owner', 'admin'];

/** In what a call is made: in a role, by a program with a key of its own, or on the server itself, which stands above roles. */
export const ACTING_ROLES = [...OPERATOR_ROLES, 'program', 'server'] as const;
export type ActingRole = (typeof ACTING_ROLES)[number];

/** The role, of those of a person, in which she may make a call; undefined: in none. Rights of roles add up. */
export const roleFor = (roles: readonly OperatorRole[], call: Pick<OperatorCall, 'roles'>): OperatorRole | undefined =>
  roles.find((role) => call.roles.includes(role));

/** A card with all that belongs to it, or what is masked. */
export type Look = 'card' | 'unmask';

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
  readonly path: `/staff/v1/${string}`;
  /** Who may make it over HTTP; nobody may, if there is none. The command line on the server may make every call. */
  readonly roles: readonly OperatorRole[];
  /** Whether also a program may make it whose key does not name it: it tells the program about itself. */
  readonly everybody?: true | undefined;
  /** Above this sum, or number, a second person is needed; absent: never. */
  readonly second?: Kopecks | number | undefined;
  /** What `second` counts; absent: kopecks. Rights: roles and calls that no administrator gives alone. */
  readonly counts?: 'contracts' | 'rights' | undefined;
  /** Who may ask for it though he may not make it: a second person is always needed then. */
  readonly asks?: readonly OperatorRole[] | undefined;
  /** Who agrees to it as the second person. */
  readonly agrees?: readonly OperatorRole[] | undefined;
  readonly command: CommandLine;
  /** A read over all contracts that leaves a row in the audit, as a change does: what was looked for, not each that was found. */
  readonly noted?: true | undefined;
  /** What of a person it opens: who opens many in an hour is told to the administrators. */
  readonly look?: Look | undefined;
}

interface Description<P, Q, B, R> {
  method: Method;
  path: `/staff/v1/${string}`;
  summary: string;
  roles: readonly OperatorRole[];
  everybody?: true;
  second?: Kopecks | number;
  counts?: 'contracts' | 'rights';
  asks?: readonly OperatorRole[];
  agrees?: readonly OperatorRole[];
  command: CommandLine;
  /** Whether a person must have proved within five minutes who she is; a program never. */
  confirm?: boolean;
  noted?: true;
  look?: Look;
  params?: P;
  query?: Q;
  body?: B;
  result: R;
  problems?: readonly ProblemCode[];
  /** Bytes of the largest body, if a table comes in it. */
  largestBody?: number;
}

/** Who agrees, unless a call says otherwise; nobody agrees to what he has asked for himself. */
const AGREE: readonly OperatorRole[] = ['accountant', 'owner'];

/** Describes an operator's call; what is left out is empty. A GET reads, and the rest change. */
export function operatorCall<
  R extends z.ZodType,
  P extends z.ZodObject = Nothing,
  Q extends z.ZodObject = Nothing,
  B extends z.ZodObject = Nothing,
>({
  path,
  roles,
  everybody,
  second,
  counts,
  asks,
  agrees = second === undefined ? undefined : AGREE,
  command,
  noted,
  look,
  ...description
}: Description<P, Q, B, R>): OperatorCall<P, Q, B, R> {
  const described = call<R, P, Q, B, 'operator'>({ ...description, path, access: 'operator' });
  return { ...described, path, roles, everybody, second, counts, asks, agrees, command, noted, look };
}

/**
 * Whether a program may get it by the word of two only: it changes something, and no role that one administrator gives alone may do it.
 */
export const isWeighty = ({ effect, roles }: Pick<OperatorCall, 'effect' | 'roles'>): boolean =>
  effect === 'change' && roles.every((role) => WEIGHTY_ROLES.includes(role));

export const isOperatorCall = (one: Call): one is OperatorCall => one.access === 'operator';

/** Bytes of the largest table of a file that comes in one call. */
export const LARGEST_TABLE = 32 * 1024 * 1024;
