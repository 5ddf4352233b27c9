import { z } from 'zod';
import type { Resource } from './outdates.ts';
import type { ProblemCode } from '../problem.ts';
import type { Members } from '../sharing.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
/** Access: anybody; a guest token or a subscriber; a signed-in subscriber only; the provider's staff. */
export type Access = 'public' | 'guest' | 'subscriber' | 'operator';
/** GET reads, other methods change; the specification has exceptions. */
export type Effect = 'read' | 'change';

/** One HTTP call, described once. The server implements it, the client sends it, the API documents list it. */
export interface Call<
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  R extends z.ZodType = z.ZodType,
  A extends Access = Access,
> {
  readonly method: Method;
  /** Address under `/api`, parameters in braces: `/v2/plan/options/{id}`. */
  readonly path: `/v2/${string}` | `/staff/v1/${string}`;
  /** One line for the documents. */
  readonly summary: string;
  readonly access: A;
  /** Whether a person without a contract may make it while no contract is open to her: it concerns her own sign-in. */
  readonly persons?: true | undefined;
  /** Which roles of a shared contract may make it; undefined: it is no call of a subscriber, or everybody may. */
  readonly members?: Members | undefined;
  readonly effect: Effect;
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  readonly result: R;
  /** Headers of the answer beyond the general ones, with what they tell. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Error codes beyond the general ones; an undeclared one fails the tests. */
  readonly problems: readonly ProblemCode[];
  /** Milliseconds for which the client uses a cached reply without a new request. */
  readonly freshFor: number;
  /** Resources whose cached answers a change outdates. Every change of the subscriber's table names them; an empty list means none. */
  readonly outdates?: readonly Resource[] | undefined;
  /** Bytes of the largest body, if it is larger than usual: a file. Only a signed-in subscriber may send it. */
  readonly largestBody?: number | undefined;
  /** Whether the subscriber must have confirmed his identity within five minutes: by `auth.confirm`, or by signing in. */
  readonly confirm: boolean;
}

export type Nothing = z.ZodObject<Record<never, never>, z.core.$strict>;
export const Nothing: Nothing = z.strictObject({});

interface Description<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends z.ZodType,
  A extends Access,
> {
  method: Method;
  path: Call['path'];
  summary: string;
  access?: A;
  effect?: Effect;
  params?: P;
  query?: Q;
  body?: B;
  result: R;
  headers?: Readonly<Record<string, string>>;
  problems?: readonly ProblemCode[];
  freshFor?: number;
  outdates?: readonly Resource[];
  largestBody?: number;
  confirm?: boolean;
  persons?: true;
}

/** Whoever adds a call decides which members may make it. */
type Shared<A extends Access> = A extends 'guest' | 'subscriber' ? { members: Members } : { members?: undefined };

/** A read takes an address as it comes: parameters that it does not know it ignores. What changes something must be understood whole. */
const asAsked = (method: Method, effect: Effect, query: z.ZodType): z.ZodType =>
  method === 'GET' && effect === 'read' && query instanceof z.ZodObject ? query.strip() : query;

/** Describes a call. Defaults: empty inputs, subscribers only, `freshFor` 0, no confirmation. */
export function call<
  R extends z.ZodType,
  P extends z.ZodType = Nothing,
  Q extends z.ZodType = Nothing,
  B extends z.ZodType = Nothing,
  A extends Access = 'subscriber',
>({ problems = [], confirm = false, ...description }: Description<P, Q, B, R, A> & Shared<A>): Call<P, Q, B, R, A> {
  const { method, effect = method === 'GET' ? 'read' : 'change', query = Nothing } = description;
  return {
    problems: confirm ? [...problems, 'confirmation_required'] : problems,
    confirm,
    freshFor: 0,
    access: 'subscriber' as A,
    params: Nothing as unknown as P,
    body: Nothing as unknown as B,
    ...description,
    effect,
    query: asAsked(method, effect, query) as Q,
  };
}

/** Input of a handler, parsed. */
export interface Input<C extends Call> {
  params: z.output<C['params']>;
  query: z.output<C['query']>;
  body: z.output<C['body']>;
}
/** Result of a handler: the decoded side of the schema (kopecks, not strings). */
export type Result<C extends Call> = z.output<C['result']>;
/** The result on the wire: the encoded side of the schema, as JSON. */
export type Wire<C extends Call> = z.input<C['result']>;

type Part<Key extends string, T> = Record<never, never> extends T ? Partial<Record<Key, T>> : Record<Key, T>;
/** The input that a client must supply: only the parts that are not empty. */
export type Request<C extends Call> = Part<'params', z.input<C['params']>> &
  Part<'query', z.input<C['query']>> &
  Part<'body', z.input<C['body']>>;

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
