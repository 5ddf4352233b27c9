import { isIP } from 'node:net';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { Outside } from '#server/integrations/port.ts';
import type { Provider } from '#server/kernel/provider.ts';
import { builtModule } from './built-module.ts';
import { embeddedProvider, publicPart } from './embedded-provider.ts';
import { isNowhere } from './entrance.ts';
import { contentPolicy } from '../api/headers.ts';
import type { RenderedPage, RenderScreen } from './rendered-screen.ts';
import { htmlPage, scriptsIn, togetherAllowed, type PageAllowance, type FilledPage } from './html-page.ts';
import { appHead, registerManifest } from './manifest.ts';
import { wholePages } from './whole-page.ts';
import { registerWorkerScript } from './worker-script.ts';

const ONE_YEAR_MS = 31_536_000_000;

interface PageOptions {
  /** Measuring servers: the only other origins that a page may send requests to. */
  readonly speedUrls?: readonly string[] | undefined;
  /** Renders a screen into the cabinet's page, for signed-in subscribers. */
  readonly screen?: RenderScreen | undefined;
  /** Whether browsers keep the files of the cabinet, so that it opens without a network. */
  readonly offline?: boolean | undefined;
  /** Whether text messages and letters with codes leave the portal. */
  readonly reaches?: Outside['reaches'] | undefined;
}

/**
 * Serves the web app under `/lk/`: hashed files are cached for a year; one page for sign-in, one for every other
 * address.
 */
export async function registerPages(
  app: FastifyInstance,
  provider: Provider,
  folder?: string,
  { speedUrls = [], screen, offline = true, reaches }: PageOptions = {},
): Promise<void> {
  app.get('/', (_, reply) => reply.redirect('/lk/'));
  app.get('/lk', (_, reply) => reply.redirect('/lk/'));
  app.get('/lk/provider.json', () => publicPart(provider, reaches));
  if (folder === undefined) return;

  const head = appHead(provider) + embeddedProvider({ ...publicPart(provider, reaches), offline });
  const connect = ["'self'", ...speedUrls.map((url) => new URL(url).origin)].join(' ');
  // Rendered markup has style attributes, which a script would set otherwise. Inline rules and scripts stay forbidden, except
  // those of the build, which are allowed by their hashes.
  const policyOf = (allowed: PageAllowance, more: Readonly<Record<string, string>> = {}): string => {
    const withHashes = Object.entries(allowed).map(([name, hashes]): [string, string] => [
      name,
      ["'self'", hashes].filter(Boolean).join(' '),
    ]);
    return contentPolicy({ 'connect-src': connect, ...Object.fromEntries(withHashes), ...more });
  };
  const pageOf = (file: string, render?: (html: string) => Promise<FilledPage | undefined>) =>
    htmlPage(join(folder, file), {
      fill: async (built) => {
        const html = built.replace('<!--provider-->', () => head);
        const rendered = await render?.(html);
        return { html: rendered?.html ?? html, allowed: togetherAllowed(scriptsIn(built), rendered?.allowed ?? {}) };
      },
      policyOf,
    });
  const formAt = (host: string) => pageOf('login.html', (html) => formIn(app, folder, { html, host }));
  // Sign-in has its own page, so that it does not load the cabinet. Without a query it is rendered, the same for everybody.
  const [login, form, bareForm, cabinet] = await Promise.all([
    pageOf('login.html'),
    formAt('domain.invalid'),
    formAt('127.0.0.1'),
    pageOf('index.html'),
  ]);
  // Not awaited: the portal is ready without it, and a page that fails to be rendered is sent without its screen.
  app.addHook('onListen', (done) => {
    screen?.warm(cabinet).catch((error: unknown) => app.log.info({ err: error }, 'the renderer was not loaded'));
    done();
  });
  app.get('/lk/login', (request, reply) => {
    const rendered = isIP(request.hostname.replace(/[[\]]/g, '')) ? bareForm : form;
    const page = request.url === '/lk/login' ? rendered : login;
    return page.send(request, reply);
  });
  // The page for any address, which the service worker requests without a session.
  app.get('/lk/shell', (request, reply) => cabinet.send(request, reply));
  registerWorkerScript(app, { path: '/lk/sw.js', folder, page: cabinet, offline });
  registerManifest(app, provider);
  const sendWhole = wholePages((allowed) => policyOf(allowed, { 'style-src-attr': "'unsafe-inline'" }));
  app.get('/lk/*', async (request, reply) => {
    if (isNowhere(request.url, provider.product)) return cabinet.send(request, reply.status(404));
    const { allowed } = await cabinet.current();
    const isSent = await screen?.(request, cabinet, (page) => sendWhole(page, allowed, { request, reply }));
    return isSent ? reply : cabinet.send(request, reply);
  });

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
    globIgnore: ['**/assets/**', '**/*.html', '**/.vite/**', '**/server/**', '**/staff/**', 'sw.js*'],
    decorateReply: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply) => void reply.header('cache-control', 'no-cache'),
  });
}

interface LoginRenderer {
  renderLogin: (html: string, host: string) => Promise<RenderedPage>;
}

/** The sign-in page with its form, so that a phone shows it before any script has come; undefined if that fails. */
async function formIn(
  app: FastifyInstance,
  folder: string,
  { html, host }: { html: string; host: string },
): Promise<FilledPage | undefined> {
  try {
    const { renderLogin } = await builtModule<LoginRenderer>(folder, 'login-document');
    const { top, rest } = await renderLogin(html, host);
    return { html: top.text + rest, allowed: top.allowed };
  } catch (error) {
    app.log.info({ err: error }, 'the sign-in form was not rendered into its page');
    return undefined;
  }
}
