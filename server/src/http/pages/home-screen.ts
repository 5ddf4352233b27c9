import type { FastifyRequest } from 'fastify';
import { contract } from '@kabinet/contract';
import { addressNetworksOf } from '#server/domain/identity/session/address.rules.ts';
import { readPageSecret } from '#server/domain/identity/session/cookies.rules.ts';
import { identifyPage } from '#server/domain/identity/session/session.queries.ts';
import { NO_NOTES } from '#server/kernel/nobody.ts';
import { runCall } from '#server/kernel/call/run-call.ts';
import { tokenCache } from '#server/kernel/token-cache.ts';
import type { Portal } from '#server/kernel/world.ts';
import { factsOf } from '../api/api.ts';
import { builtModule } from './built-module.ts';
import { takeFor, type Limit } from '../api/limits.ts';
import { within } from '../api/deadline.ts';
import { togetherAllowed, type FilledPage, type HtmlPage } from './html-page.ts';

/** The longest wait for the data, in milliseconds; after it the page is sent without them and loads them itself. */
const LONGEST = 1500;

/** The built renderer of the home screen: `web/src/home-document.tsx`. */
interface Renderer {
  prepare: (now: () => Date) => void;
  /** The parts of the batch that the screen needs. */
  readonly homeParts: Readonly<Record<string, unknown>>;
  /** Fills the page; undefined if the most important answers are missing. `kept`: which styles the browser has as files. */
  renderHome: (
    html: string,
    answers: Readonly<Record<string, unknown>>,
    kept?: string,
  ) => Promise<FilledPage | undefined>;
}

/** The cookie of a browser that has the files of the styles; the page sets it (`web/build/page-head.ts`). */
const keptStyles = (cookies = ''): string | undefined => /(?:^|; *)styles=(\w+)/.exec(cookies)?.[1];

/** Returns the page with the home screen in it; undefined if this browser gets the page without it. */
export type HomeScreen = (request: FastifyRequest, page: HtmlPage) => Promise<FilledPage | undefined>;

/**
 * Renders the home screen on the server, so that a phone shows it before any script has come. The browser is known by
 * its page secret, which only this code reads: no call accepts it, and a page of another site cannot read the reply.
 * A secret that this process has not seen yet costs a read, so their number per address is limited. On any failure the browser
 * gets the page without the data and loads them itself.
 */
export function homeScreen(portal: Portal, folder: string, unknown: Limit): HomeScreen {
  // The same call, limits and queues as over the API, but another secret identifies the caller.
  const ofPages: Portal = { ...portal, identify: identifyPage };
  const rendererOf = renderers(portal, folder);
  return async (request, page) => {
    const token = isHome(request) ? readPageSecret(request.headers.cookie) : undefined;
    if (token === undefined) return undefined;
    try {
      const facts = { ...factsOf(request), token, contract: undefined, idempotencyKey: undefined };
      if (!tokenCache(ofPages).of(token)) takeFor(unknown, 'page', addressNetworksOf(facts.ip));
      const { html, allowed } = await page.current();
      const { homeParts, renderHome } = await rendererOf(html);
      const answers = runCall(ofPages, contract.byDefault.index, { body: homeParts }, facts, NO_NOTES);
      const kept = keptStyles(request.headers.cookie);
      const home = await renderHome(html, (await within(LONGEST, answers)) as Record<string, unknown>, kept);
      return home && { html: home.html, allowed: togetherAllowed(allowed, home.allowed) };
    } catch (error) {
      request.log.info({ err: error }, 'the home screen was not rendered into its page');
      return undefined;
    }
  };
}

/** Only a navigation gets data: a script of the page has its own token. */
const isHome = ({ url, headers }: FastifyRequest): boolean =>
  /^\/lk\/(?:\?|$)/.test(url) && (headers['sec-fetch-dest'] ?? 'document') === 'document';

/** The renderer of the build that the page belongs to: a new build may replace both while the server runs. */
function renderers({ world }: Portal, folder: string): (html: string) => Promise<Renderer> {
  let made: { html: string; renderer: Promise<Renderer> } | undefined;
  const load = async (): Promise<Renderer> => {
    const renderer = await builtModule<Renderer>(folder, 'home-document');
    renderer.prepare(() => world.clock.now());
    return renderer;
  };
  return (html) => {
    if (made?.html !== html) made = { html, renderer: load() };
    return made.renderer;
  };
}
