import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** How long a page is served before its file is checked again. */
const FRESH_MS = 1000;

/** What the content security policy of a page must allow besides its own files, by directive. */
export type PageAllowance = Readonly<Partial<Record<'style-src' | 'script-src', string>>>;

/** Joins the permissions of two policies. */
export const togetherAllowed = (one: PageAllowance, other: PageAllowance): PageAllowance => ({
  ...one,
  ...other,
  'script-src': [one['script-src'], other['script-src']].filter(Boolean).join(' '),
});

/** The hashes of the inline scripts of a built page. */
export const scriptsIn = (built: string): PageAllowance => ({
  'script-src': Array.from(built.matchAll(/<script>([^<]+)<\/script>/g), ([, text = '']) => hashOf(text)).join(' '),
});

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

export interface FilledPage {
  readonly html: string;
  readonly allowed: PageAllowance;
}

interface Page extends FilledPage {
  /** Weak, because it is the same for all encodings. */
  readonly etag: string;
  readonly encoded: Readonly<Record<'br' | 'gzip', Buffer>>;
}

export interface HtmlPage {
  /** The text of the page, the same object as long as the file is the same. */
  current(): Promise<FilledPage & { readonly etag: string }>;
  /** Sends the page with its policy, or 304 to a browser that has it already. */
  send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
}

interface HtmlPageOptions {
  readonly fill: (html: string) => FilledPage | Promise<FilledPage>;
  readonly policyOf: (allowed: PageAllowance) => string;
}

/**
 * Serves an HTML file from memory, compressed once. A new build names new scripts, so the file is read again while the
 * server runs, at most once a second; while a build replaces it, the previous page is served.
 */
export async function htmlPage(path: string, { fill, policyOf }: HtmlPageOptions): Promise<HtmlPage> {
  const read = async (): Promise<FilledPage> => fill(await readFile(path, 'utf8'));
  let page = await pageOf(await read());
  let readAt = performance.now();
  const current = async (): Promise<Page> => {
    if (performance.now() - readAt < FRESH_MS) return page;
    readAt = performance.now();
    const filled = await read().catch(() => page);
    if (filled.html !== page.html) page = await pageOf(filled);
    return page;
  };
  const sendIt = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const now = await current();
    return send(now, request, reply.header('content-security-policy', policyOf(now.allowed)));
  };
  return { current, send: sendIt };
}

/** Identifies a text. */
export const etagOf = (text: string): string =>
  `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;

const pageOf = async ({ html, allowed }: FilledPage): Promise<Page> => ({
  html,
  allowed,
  etag: etagOf(html),
  encoded: {
    br: await compressBrotli(html, { params: { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT } }),
    gzip: await compressGzip(html, { level: 9 }),
  },
});

function send({ html, etag, encoded }: Page, { headers }: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.headers({ 'cache-control': 'no-cache', etag, vary: 'accept-encoding' });
  if (isKnownEtag(headers['if-none-match'], etag)) return reply.status(304).send();
  reply.type('text/html; charset=utf-8');
  const encoding = (['br', 'gzip'] as const).find((one) => accepts(headers['accept-encoding'], one));
  return encoding ? reply.header('content-encoding', encoding).send(encoded[encoding]) : reply.send(html);
}

/** Whether the text with this tag is among those that a browser has. */
export const isKnownEtag = (known = '', etag: string): boolean => known.split(/\s*,\s*/).includes(etag);

/** Whether a client accepts an encoding: it is named, and its weight is not zero. */
const accepts = (header: string | readonly string[] = '', encoding: string): boolean =>
  new RegExp(`(?:^|,)\\s*${encoding}\\s*(?:;\\s*q=(?!0(?:\\.0*)?\\s*(?:,|$))[^,]*)?(?:,|$)`).test(String(header));
