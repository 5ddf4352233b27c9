import { Socket } from 'node:net';
import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import { issue, type IssuedDocument } from '#server/domain/documents/issue.ts';
import { spendDocumentLink } from '#server/domain/documents/link.queries.ts';
import { hashOf } from '#server/domain/shared/secrets.ts';
import type { Portal } from '#server/kernel/world.ts';
import { within } from '../api/deadline.ts';
import { busyPage, documentPage, lostPage, SCRIPT, spentPage, STYLE } from './document-page.ts';
import { contentPolicy } from '../api/headers.ts';
import { asProblem } from '../api/problems.ts';
import { openScope } from '../api/scope.ts';

const TOKEN = 'access-token';
const LONGEST_FORM = 1024;
const AN_HOUR = 'max-age=3600';

/** Milliseconds. */
export interface DocumentLimits {
  /** Time limit for making a document; when it passes, the request is refused. */
  readonly made: number;
  /** Time after which a client that stops reading is disconnected. */
  readonly stalled: number;
  /** Time within which the client must read the whole document. */
  readonly whole: number;
}

/**
 * Serves secure links. Opening the address spends nothing, because mail scanners and messenger previews open it too.
 * The page posts the secret back, and that opens the document once (docs/decisions: 28).
 */
export function registerDocument(app: FastifyInstance, portal: Portal, limits: DocumentLimits): void {
  app.get('/lk/document.js', (_, reply) => reply.header('cache-control', AN_HOUR).type('text/javascript').send(SCRIPT));
  app.get('/lk/document.css', (_, reply) => reply.header('cache-control', AN_HOUR).type('text/css').send(STYLE));
  openScope(app, 'document', (pages) => {
    pages.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: LONGEST_FORM },
      (_, body, parsed) => parsed(null, new URLSearchParams(body as string).get(TOKEN)),
    );
    pages.addHook('onRequest', (_, reply, next) => {
      reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
      next();
    });
    pages.setErrorHandler((error: FastifyError, _, reply) => {
      // A person opens the link, so these are HTML pages. Other errors are handled as everywhere else.
      const { status } = asProblem(error);
      if (status === 404) return page(reply, 404, lostPage());
      if (status !== 503) throw error;
      return page(reply.header('retry-after', '5'), 503, busyPage());
    });
    pages.get<{ Querystring: Record<string, unknown> }>('/lk/document', ({ query }, reply) => {
      const token = query[TOKEN];
      return isToken(token) ? page(reply, 200, documentPage(token)) : page(reply, 410, spentPage());
    });
    pages.post('/lk/document', async ({ body }, reply) => {
      const opened = isToken(body) ? await inTime(reply, limits, (signal) => open(portal, body, signal)) : undefined;
      if (opened === undefined) return page(reply, 410, spentPage());
      endReading(reply, opened, limits.whole);
      return reply.headers(headersOf(opened)).send(opened.bytes);
    });
  });
}

const isToken = (text: unknown): text is string => typeof text === 'string' && /^[\w-]{43}$/.test(text);

const page = (reply: FastifyReply, status: number, html: string) =>
  reply.status(status).type('text/html; charset=utf-8').send(html);

/** Spends the link and makes its document; undefined if the link is spent or expired, or its session has ended. */
async function open({ world }: Portal, token: string, signal: AbortSignal): Promise<IssuedDocument | undefined> {
  const spent = await world.db.write((tx) => spendDocumentLink(tx, hashOf(token), world.clock.now()));
  return spent && issue(world, spent.contract_id, spent.document, signal);
}

/** Makes a document; aborts if it takes too long or the client disconnects. The idle timeout is off meanwhile. */
async function inTime<T>(
  { raw }: FastifyReply,
  { made, stalled }: DocumentLimits,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const ending = new AbortController();
  raw.once('close', () => {
    ending.abort();
  });
  allowSilence(raw, FOR_EVER);
  try {
    return await within(made, work(ending.signal));
  } catch (error) {
    ending.abort();
    throw error;
  } finally {
    allowSilence(raw, stalled);
  }
}

const FOR_EVER = 0;

/** Sets how long the connection may be idle before it is closed; 0 means for ever. */
function allowSilence({ socket }: FastifyReply['raw'], milliseconds: number): void {
  if (socket instanceof Socket) socket.setTimeout(milliseconds);
}

/** Disconnects a client that reads too slowly: it holds the place of the contract's other documents. */
function endReading({ raw }: FastifyReply, { bytes }: IssuedDocument, milliseconds: number): void {
  const timer = setTimeout(() => raw.destroy(), milliseconds);
  bytes.once('close', () => {
    clearTimeout(timer);
  });
}

/** The browser shows our PDFs, and saves tables and files of clients. Its PDF viewer needs inline styles and objects. */
const headersOf = ({ type, size, fileName, isForeign = false }: IssuedDocument) => ({
  'content-length': size,
  'content-type': type,
  'content-disposition': `${type === 'application/pdf' && !isForeign ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(fileName)}`,
  'content-security-policy': isForeign
    ? "sandbox; default-src 'none'"
    : contentPolicy({ 'object-src': "'self'", 'style-src': "'self' 'unsafe-inline'" }),
});
