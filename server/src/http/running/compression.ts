import type { FastifyInstance } from 'fastify';
import { gzip } from './gzip.ts';

/** Smaller replies fit into one packet anyway. */
const WORTH_IT = 1024;

/**
 * Compresses each reply in one piece: a new stream for each one costs ten times the compression itself (bench/README.md).
 * The build compresses static files.
 */
export function registerCompression(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (typeof payload !== 'string' || payload.length < WORTH_IT || reply.hasHeader('content-encoding')) {
      done(null, payload);
      return;
    }
    reply.header('vary', 'accept-encoding');
    if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) {
      done(null, payload);
      return;
    }
    reply.header('content-encoding', 'gzip').removeHeader('content-length');
    gzip(payload).then((compressed) => done(null, compressed), done);
  });
}
