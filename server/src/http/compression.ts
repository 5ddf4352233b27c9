import { transcode } from 'node:buffer';
import { gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

/** Below this a packet is a packet. */
const WORTH_IT = 1024;

/** A small window: with the usual one each answer takes 256 KiB, for which the engine compacts its heap every few hundred answers. */
const COMPRESSION = { level: 1, memLevel: 5, windowBits: 13 };

/**
 * Answers in one piece are compressed in one piece: a stream for each costs ten times the compression itself (bench/README.md).
 * Files come compressed from the build.
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
    done(null, gzipSync(bytesOf(payload), COMPRESSION));
  });
}

/** Russian text is kept as UTF-16: written as UTF-8 at once it costs as much as its compression, from UTF-16 a quarter of that. */
const bytesOf = (text: string): Uint8Array =>
  text.isWellFormed() ? transcode(Buffer.from(text, 'utf16le'), 'utf16le', 'utf8') : Buffer.from(text);
