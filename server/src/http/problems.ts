import { STATUS_CODES } from 'node:http';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ProblemBody } from '@kabinet/contract/kernel/problem';
import { Problem } from '#kernel/problem.ts';

/** Every refusal leaves in one shape; what nobody meant is logged whole and told in one sentence. */
export function registerProblems(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const problem = asProblem(error);
    if (problem.code === 'unexpected') request.log.error({ err: error }, 'unexpected');
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
  if (detail.retryAfter !== undefined) reply.header('retry-after', String(Math.ceil(detail.retryAfter)));
  return reply
    .status(status)
    .header('cache-control', 'no-store')
    .header('content-type', 'application/problem+json; charset=utf-8')
    .send(JSON.stringify(body));
}

/** PostgreSQL's «statement timeout», and pg's words for a pool with no free connection or no server. */
const CANCELLED = '57014';
/** PostgreSQL's words for text with a zero sign in it, which no column can hold. */
const UNWRITABLE = new Set(['22021', '22P05']);
const AWAY = /timeout exceeded when trying to connect|Connection terminated|ECONNREFUSED|ENOENT|the database system is/;

function asProblem(error: FastifyError): Problem {
  if (error instanceof Problem) return error;
  if (error.code === CANCELLED) return new Problem('timeout');
  if (UNWRITABLE.has(error.code)) return new Problem('unreadable');
  if (AWAY.test(error.message)) return new Problem('overloaded', { retryAfter: 5 });
  // What Fastify itself refuses: a body that is no JSON, too large, of a wrong type.
  if (error.statusCode !== undefined && error.statusCode < 500) return new Problem('unreadable');
  return new Problem('unexpected');
}
