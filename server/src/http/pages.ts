import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { Provider } from '#kernel/provider.ts';
import { contentPolicy } from './headers.ts';
import { htmlPage } from './html-page.ts';

const ONE_YEAR_MS = 31_536_000_000;

/** What the browser gets about the provider: name, look and contacts, no settings. */
const publicPart = (provider: Provider) => ({
  name: provider.name,
  product: provider.product,
  time_zone: provider.time_zone,
  accent_hue: provider.accent_hue,
  accent_chroma: provider.accent_chroma,
  site: provider.site,
  support_phones: provider.support_phones,
  support_hours: provider.support_hours,
  documents: provider.documents,
  has_mail: provider.mail.servers !== undefined,
});

/**
 * Serves the web app under `/lk/`: hashed files are cached for a year; one page for sign-in, one for every other
 * address.
 */
export async function registerPages(
  app: FastifyInstance,
  provider: Provider,
  folder?: string,
  /** Measuring servers: the only other origins that a page may send requests to. */
  speedUrls: readonly string[] = [],
): Promise<void> {
  app.get('/', (_, reply) => reply.redirect('/lk/'));
  app.get('/lk', (_, reply) => reply.redirect('/lk/'));
  app.get('/lk/provider.json', () => publicPart(provider));
  if (folder === undefined) return;

  const data = JSON.stringify(publicPart(provider)).replaceAll('<', '\\u003c');
  const script = `<script type="application/json" id="provider">${data}</script>`;
  const connect = ["'self'", ...speedUrls.map((url) => new URL(url).origin)].join(' ');
  const policy = contentPolicy({ 'connect-src': connect });
  const addPage = async (path: string, file: string) => {
    const send = await htmlPage(join(folder, file), (html) => html.replace('<!--provider-->', () => script));
    app.get(path, (request, reply) => send(request, reply.header('content-security-policy', policy)));
  };
  // Sign-in has its own page, so that it does not load the cabinet.
  await addPage('/lk/login', 'login.html');
  await addPage('/lk/*', 'index.html');

  await app.register(fastifyStatic, {
    root: join(folder, 'assets'),
    prefix: '/lk/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: ONE_YEAR_MS,
  });
  // Files that keep their names: the icon, and the styles for pages that a browser has cached.
  await app.register(fastifyStatic, {
    root: folder,
    prefix: '/lk/',
    wildcard: false,
    globIgnore: ['**/assets/**', '**/*.html', '**/.vite/**'],
    decorateReply: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply) => void reply.header('cache-control', 'no-cache'),
  });
}
