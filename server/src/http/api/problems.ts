import { STATUS_CODES } from 'node:http';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ProblemBody, ProblemCode } from '@kabinet/contract/kernel/problem';
import { isTrouble } from '#server/db/trouble.ts';
import { Problem } from '#server/kernel/call/problem.ts';

/**
 * Gives every refusal the same form; an unexpected error is logged in full and described to the client in one sentence.
 */
export function registerProblems(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const problem = asProblem(error);
    if (problem.code === 'unexpected') request.log.error({ err: error }, 'unexpected');
    else if (problem.status === 503) request.log.warn({ code: problem.code, err: error }, 'not available');
    else if (isUnfitForDatabase(error)) request.log.warn({ err: error }, UNBOUNDED);
    else request.log.info({ code: problem.code }, 'refused');
    return sendProblem(request, reply, problem);
  });
  app.setNotFoundHandler((request, reply) => sendProblem(request, reply, new Problem('not_found')));
}

export const sendProblem = (request: FastifyRequest, reply: FastifyReply, problem: Problem): FastifyReply =>
  reply.status(problem.status).headers(problemHeaders(problem)).send(problemText(problem, request.id));

export function problemText({ code, status, message, detail }: Problem, requestId: string): string {
  const body: ProblemBody = {
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    code,
    message,
    ...(detail.errors && { errors: detail.errors }),
    request_id: requestId,
  };
  return JSON.stringify(body);
}

export function problemHeaders({ status, detail }: Problem): Record<string, string> {
  const retryAfter = detail.retryAfter ?? (status === 503 ? LATER_SECONDS : undefined);
  return {
    ...(retryAfter !== undefined && { 'retry-after': String(Math.ceil(retryAfter)) }),
    'cache-control': 'no-store',
    'content-type': 'application/problem+json; charset=utf-8',
  };
}

/** Retry-After of a 503 that does not name one. */
const LATER_SECONDS = 60;
/** PostgreSQL's «statement timeout». */
const CANCELLED = '57014';
/** PostgreSQL's class of values that a column cannot hold. */
const DATA_EXCEPTION = /^22[0-9A-Z]{3}$/;
/** Logged then, because a schema of the contract allows too much. */
export const UNBOUNDED = 'a value does not fit its column: its schema lacks a bound';
/** Pool connections become free and servers recover within moments. */
const SOON_SECONDS = 5;
const AWAY = 'Кабинет ненадолго недоступен. Повторите через минуту';

const isUnfitForDatabase = ({ code }: FastifyError): boolean => DATA_EXCEPTION.test(code);

/** Refusals of Fastify and Node themselves: a body that is not JSON, too large, of a wrong type or incomplete. */
export const refusedByHttp = (status: number): Problem => new Problem(BY_STATUS.get(status) ?? 'unreadable');

const BY_STATUS: ReadonlyMap<number, ProblemCode> = new Map([
  [408, 'request_timeout'],
  [413, 'too_large'],
  [414, 'address_too_long'],
  [415, 'wrong_media_type'],
  [417, 'expectation_failed'],
  [431, 'headers_too_large'],
]);

/** The refusal that the client gets for an error. */
export function asProblem(error: FastifyError): Problem {
  if (error instanceof Problem) return error;
  if (error.code === CANCELLED) return new Problem('timeout');
  if (isUnfitForDatabase(error)) return new Problem('bad_input');
  if (error.statusCode !== undefined && error.statusCode < 500) return refusedByHttp(error.statusCode);
  if (isTrouble(error)) return new Problem('overloaded', { retryAfter: SOON_SECONDS, message: AWAY });
  return new Problem('unexpected');
}
