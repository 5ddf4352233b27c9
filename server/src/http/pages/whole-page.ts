import type { FastifyReply, FastifyRequest } from 'fastify';
import { gzipTop, gzipWith, utf8, type GzippedTop } from '../running/gzip.ts';
import { togetherAllowed, type PageAllowance } from './html-page.ts';
import type { RenderedPage } from './rendered-screen.ts';

interface PreparedTop {
  readonly policy: string;
  readonly gzipped: Promise<GzippedTop>;
}

type Top = RenderedPage['top'];

/** Sends a rendered page, which nobody keeps. What the beginning of it costs is paid once. */
export function wholePages(policyOf: (allowed: PageAllowance) => string) {
  const prepared = new WeakMap<Top, PreparedTop>();
  const prepare = (top: Top, allowed: PageAllowance): PreparedTop => {
    const known = prepared.get(top);
    if (known) return known;
    const made = { policy: policyOf(togetherAllowed(allowed, top.allowed)), gzipped: gzipTop(top.text) };
    prepared.set(top, made);
    return made;
  };
  /** `allowed`: what the policy must allow of the page without its screen. */
  return (
    { top, rest }: RenderedPage,
    allowed: PageAllowance,
    { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  ): FastifyReply | Promise<FastifyReply> => {
    const { policy, gzipped } = prepare(top, allowed);
    reply.headers({ 'cache-control': 'no-store', 'content-security-policy': policy, vary: 'accept-encoding' });
    reply.type('text/html; charset=utf-8');
    if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(top.text + rest);
    // An asynchronous function would hold the text until the page is compressed: a third of what a busy server collected was that.
    return sendPacked(reply, gzipped, utf8(rest));
  };
}

async function sendPacked(reply: FastifyReply, top: Promise<GzippedTop>, rest: Buffer): Promise<FastifyReply> {
  const packed = await gzipWith(await top, rest);
  return reply.header('content-encoding', 'gzip').send(packed);
}
