import type { FastifyReply, FastifyRequest } from 'fastify';
import { contract } from '@kabinet/contract';
import { addressNetworksOf } from '#server/domain/identity/session/address.rules.ts';
import { readPageSecret } from '#server/domain/identity/session/cookies.rules.ts';
import { identifyPage } from '#server/domain/identity/session/session.queries.ts';
import { NO_NOTES } from '#server/kernel/nobody.ts';
import { Carried } from '#server/kernel/call/carried.ts';
import { runCallToSend } from '#server/kernel/call/run-call.ts';
import { tokenCache } from '#server/kernel/token-cache.ts';
import type { Portal } from '#server/kernel/world.ts';
import { factsOf } from '../api/api.ts';
import { builtModule } from './built-module.ts';
import { takeFor, type Limit } from '../api/limits.ts';
import { within } from '../api/deadline.ts';
import type { HtmlPage, PageAllowance } from './html-page.ts';

/** The longest wait for the data, in milliseconds; after it the page is sent without them and loads them itself. */
const LONGEST = 1500;

/** The parts of a batch, or their answers. */
type Parts = Readonly<Record<string, unknown>>;

/** A page: its beginning, which is the same object for all pages that begin with it, and the rest of it. */
export interface RenderedPage {
  readonly top: { readonly text: string; readonly allowed: PageAllowance };
  readonly rest: string;
}

/** A screen of the built renderer: `web/src/cabinet-document.tsx`. */
interface Screen {
  /** The parts of the batch that the screen needs. */
  readonly parts: Parts;
  /** More of them, which depend on the answers. */
  readonly then: (answers: Parts) => Parts | undefined;
  /** Fills the page; undefined if the most important answers are missing. `kept`: which styles the browser has as files. */
  readonly render: (html: string, answers: Parts, kept?: string) => Promise<RenderedPage | undefined>;
}

interface Renderer {
  prepare: (now: () => Date) => void | Promise<void>;
  /** The screen at an address; undefined if its page comes without it. */
  screenOf: (url: string) => Screen | undefined;
}

/** The cookie of a browser that has the files of the styles; the page sets it (`web/build/page-head.ts`). */
const keptStyles = (cookies = ''): string | undefined => /(?:^|; *)styles=(\w+)/.exec(cookies)?.[1];

type SendPage = (page: RenderedPage) => FastifyReply | Promise<FastifyReply>;

export interface RenderScreen {
  /** Sends the page with its screen in it; false if this browser gets the page without it. */
  (request: FastifyRequest, page: HtmlPage, send: SendPage): Promise<boolean>;
  /** Loads the renderer before anybody waits for it: that takes as long as ten pages. */
  readonly warm: (page: HtmlPage) => Promise<void>;
}

/**
 * Renders the first screen on the server, so that a phone shows it before any script has come. The browser is known by
 * its page secret, which only this code reads: no call accepts it, and a page of another site cannot read the reply.
 * A secret that this process has not seen yet costs a read, so their number per address is limited. On any failure the browser
 * gets the page without the data and loads them itself.
 */
export function renderedScreen(portal: Portal, folder: string, unknown: Limit): RenderScreen {
  // The same call, limits and queues as over the API, but another secret identifies the caller.
  const ofPages: Portal = { ...portal, identify: identifyPage };
  const rendererOf = renderers(portal, folder);
  const render = async (request: FastifyRequest, page: HtmlPage, send: SendPage): Promise<boolean> => {
    const token = isNavigation(request) ? readPageSecret(request.headers.cookie) : undefined;
    if (token === undefined) return false;
    try {
      const { html } = await page.current();
      const screen = (await rendererOf(html)).screenOf(request.url);
      if (!screen) return false;
      const facts = { ...factsOf(request), token, contract: undefined, idempotencyKey: undefined };
      if (!tokenCache(ofPages).of(token)) takeFor(unknown, 'page', addressNetworksOf(facts.ip));
      const ask = async (body: Parts) =>
        (await runCallToSend(ofPages, contract.byDefault.index, { body }, facts, NO_NOTES)) as Carried<Parts>;
      const answers = await within(LONGEST, answersTo(screen, ask));
      return await sendScreen(screen, { html, answers, kept: keptStyles(request.headers.cookie) }, send);
    } catch (error) {
      request.log.info({ err: error }, 'the screen was not rendered into its page');
      return false;
    }
  };
  const warm = async (page: HtmlPage): Promise<void> => void (await rendererOf((await page.current()).html));
  return Object.assign(render, { warm });
}

interface ScreenText {
  readonly html: string;
  readonly answers: Carried<Parts>;
  readonly kept: string | undefined;
}

/** The page is not returned, for no promise that has waited to keep it (`Carried`). */
async function sendScreen(screen: Screen, { html, answers, kept }: ScreenText, send: SendPage): Promise<boolean> {
  const page = await screen.render(html, answers.take(), kept);
  if (page === undefined) return false;
  await send(page);
  return true;
}

type Ask = (body: Parts) => Promise<Carried<Parts>>;

async function answersTo({ parts, then }: Screen, ask: Ask): Promise<Carried<Parts>> {
  const answers = (await ask(parts)).take();
  const more = then(answers);
  return new Carried(more ? { ...answers, ...(await ask(more)).take() } : answers);
}

/** Only a navigation gets data: a script of the page has its own token. */
const isNavigation = ({ headers }: FastifyRequest): boolean => (headers['sec-fetch-dest'] ?? 'document') === 'document';

/** The renderer of the build that the page belongs to: a new build may replace both while the server runs. */
function renderers({ world }: Portal, folder: string): (html: string) => Promise<Renderer> {
  let made: { html: string; renderer: Promise<Renderer> } | undefined;
  const load = async (): Promise<Renderer> => {
    const renderer = await builtModule<Renderer>(folder, 'cabinet-document');
    await renderer.prepare(() => world.clock.now());
    return renderer;
  };
  return (html) => {
    if (made?.html !== html) made = { html, renderer: load() };
    return made.renderer;
  };
}
