import { STATUS_CODES } from 'node:http';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ProblemBody } from '@kabinet/contract/kernel/problem';
import { isTrouble } from '#db/trouble.ts';
import { Problem } from '#kernel/problem.ts';

/** Every refusal leaves in one shape; what nobody meant is logged whole and told in one sentence. */
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

function sendProblem(request: FastifyRequest, reply: FastifyReply, problem: Problem): FastifyReply {
  const { code, status, message, detail } = problem;
  const body: ProblemBody = {
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    code,
    message,
    ...(detail.errors && { errors: detail.errors }),
    request_id: request.id,
  };
  const retryAfter = detail.retryAfter ?? (status === 503 ? LATER_SECONDS : undefined);
  if (retryAfter !== undefined) reply.header('retry-after', String(Math.ceil(retryAfter)));
  return reply
    .status(status)
    .header('cache-control', 'no-store')
    .header('content-type', 'application/problem+json; charset=utf-8')
    .send(JSON.stringify(body));
}

/** When to come back where a refusal does not say; every 503 says something. */
const LATER_SECONDS = 60;
/** PostgreSQL's «statement timeout». */
const CANCELLED = '57014';
/** PostgreSQL's class of values that a column cannot hold. */
const DATA_EXCEPTION = /^22[0-9A-Z]{3}$/;
/** What the log says then: a schema of the contract lets in too much. */
export const UNBOUNDED = 'a value that no schema bounds';
/** Pools have free connections and servers are back within moments. */
const SOON_SECONDS = 5;
const AWAY = 'Кабинет ненадолго недоступен. Повторите через минуту';

const isUnfitForDatabase = ({ code }: FastifyError): boolean => DATA_EXCEPTION.test(code);

/** The refusal that an error leaves as. */
export function asProblem(error: FastifyError): Problem {
  if (error instanceof Problem) return error;
  if (error.code === CANCELLED) return new Problem('timeout');
  if (isUnfitForDatabase(error)) return new Problem('bad_input');
  // What Fastify itself refuses: a body that is no JSON, too large, of a wrong type, or that broke off.
  if (error.statusCode !== undefined && error.statusCode < 500) return new Problem('unreadable');
  if (isTrouble(error)) return new Problem('overloaded', { retryAfter: SOON_SECONDS, message: AWAY });
  return new Problem('unexpected');
}
