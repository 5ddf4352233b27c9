import { randomUUID } from 'node:crypto';
import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyHttpOptions, FastifyInstance } from 'fastify';
import { Problem } from '#server/kernel/call/problem.ts';
import { headersOf } from './headers.ts';
import { problemHeaders, problemText, refusedByHttp, sendProblem } from './problems.ts';

// Refusals before a route sees the request: by Node's parser, its server or Fastify's router. They have the form and
// the headers of every refusal.

/** Server options that prevent Node and Fastify from refusing in their own words. */
export const REFUSALS = {
  // Otherwise Node itself refuses a request without a host.
  http: { requireHostHeader: false },
  return503OnClosing: false,
  frameworkErrors: (error, request, reply) => {
    void sendProblem(request, reply.headers(headersOf(request.id)), refusedByHttp(error.statusCode ?? 400));
  },
  clientErrorHandler: (error, socket) => {
    refuseOn(socket, refusedByHttp(STATUS_OF[error.code] ?? 400));
  },
} satisfies FastifyHttpOptions<Server>;

/** Error codes of Node's parser; any other error is a 400. */
const STATUS_OF: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
};

export function registerRefusals(app: FastifyInstance): void {
  app.server.on('checkExpectation', (_: IncomingMessage, response: ServerResponse) => {
    const { status, headers, text } = answerOf(new Problem('expectation_failed'));
    response.writeHead(status, headers).end(text);
  });
  app.server.on('connect', (_: IncomingMessage, socket: Socket) => {
    refuseOn(socket, new Problem('not_found'));
  });
  let isClosing = false;
  app.addHook('preClose', (done) => {
    isClosing = true;
    done();
  });
  app.addHook('onRequest', ({ id, raw }, reply, done) => {
    reply.headers(headersOf(id));
    if (isClosing) throw new Problem('stopping', { retryAfter: 5 });
    if (raw.headers.host === undefined && raw.httpVersion === '1.1') throw new Problem('unreadable');
    done();
  });
}

interface RawReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** A refusal of a request that has no id yet. */
function answerOf(problem: Problem): RawReply {
  const id = randomUUID();
  const text = problemText(problem, id);
  const headers = {
    ...headersOf(id),
    ...problemHeaders(problem),
    'content-length': String(Buffer.byteLength(text)),
    connection: 'close',
  };
  return { status: problem.status, headers, text };
}

/** A connection as Node's parser leaves it, with the reply in progress, if any. */
type Broken = Socket & { readonly _httpMessage?: { readonly headersSent: boolean } | null };

/** Writes a refusal to the raw connection and closes it; only closes it if another reply is in progress. */
function refuseOn(socket: Broken, problem: Problem): void {
  if (!socket.writable || socket._httpMessage?.headersSent === true) {
    socket.destroy();
    return;
  }
  const { status, headers, text } = answerOf(problem);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...lines, '', ''].join('\r\n');
  socket.end(head + text, () => socket.destroy());
}
