import { StrictMode, type ReactNode } from 'react';
import { prerender } from 'react-dom/static.edge';
import { setProvider, type Provider } from '#web/lib/page/provider.ts';

// Runs on the server: puts a rendered screen into its page. The browser takes the same markup over (lib/page/open-page.tsx).

/** The font; set by the build. */
declare const FONT: string;

/** What a rendered page has in its head instead of the tags of the build, which makes it (build/page-head.ts). */
export interface RenderedHead {
  /** Files of styles, in the order in which they apply. */
  readonly styles: readonly string[];
  /** Their text, for a browser that does not have the files. */
  readonly style: string;
  /** Identifies the text: the value of the cookie of a browser that has the files. */
  readonly mark: string;
  /** Runs after the first paint, and loads the scripts of the page. */
  readonly start: string;
  /** What the policy of the page must allow besides its own files. */
  readonly allowed: Readonly<Record<'style-src' | 'script-src', string>>;
}

/** A page with what its policy must allow besides its own files. */
export interface RenderedPage {
  readonly html: string;
  readonly allowed: RenderedHead['allowed'];
}

const SPLASH = 'class="splash" role="status" aria-label="Загружаем кабинет"';
const STRIP = 'class="splash splash-strip" aria-hidden="true"';
const ROOT = '<div id="root"></div>';

/** Takes the operator's data from the page, where the server has put them: both renderings must have the same. */
export function takeProvider(html: string): void {
  const [, data = '{}'] = / id="provider">(.*?)<\/script>/s.exec(html) ?? [];
  setProvider(JSON.parse(data) as Partial<Provider>);
}

interface Rendered {
  readonly screen: ReactNode;
  readonly head: RenderedHead;
  /** The mark of the styles that the browser has as files. */
  readonly kept?: string | undefined;
  /** Markup that follows the screen. */
  readonly after?: string;
}

/** Tags of the build: `RenderedHead` replaces them. */
const BUILT = /\s*<(?:script type="module"[^>]*><\/script|link rel="(?:modulepreload|stylesheet)"[^>]*)>/g;

/** The styles are inside the page; their files follow, for later screens and the next page. A browser that has the files gets only links. */
function stylesOf({ styles, style, mark }: RenderedHead, kept: string | undefined): string {
  const links = (media: string): string =>
    styles.map((file) => `<link rel="stylesheet" crossorigin${media} href="${file}">`).join('');
  // Styles for printing do not block the first paint, and in print they repeat the same rules.
  return kept === mark ? links('') : `<style>${style}</style>${links(' media="print"')}`;
}

/** The page with the screen in it, and with a strip instead of the splash. */
export async function renderedPage(html: string, { screen, head, kept, after = '' }: Rendered): Promise<RenderedPage> {
  // One chunk: otherwise React sends large parts later, with inline scripts that the policy of the page forbids.
  const { prelude } = await prerender(<StrictMode>{screen}</StrictMode>, {
    progressiveChunkSize: Number.POSITIVE_INFINITY,
  });
  const markup = await new Response(prelude).text();
  // React renders the title before the screen; move it to the head.
  const [, title = '', body = ''] = /^(<title>.*?<\/title>)?(.*)$/s.exec(markup) ?? [];
  const font = `<link rel="preload" as="font" type="font/woff2" crossorigin href="${FONT}">`;
  const whole = html
    .replace(BUILT, '')
    .replace(/<title>.*?<\/title>/, (usual) => title || usual)
    .replace('</head>', () => `${font}${stylesOf(head, kept)}<script type="module">${head.start}</script></head>`)
    .replace(SPLASH, STRIP)
    .replace(ROOT, () => `<div id="root">${body}</div>${after}`);
  return { html: whole, allowed: head.allowed };
}
