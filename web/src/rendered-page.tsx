import { StrictMode, type ReactNode } from 'react';
import { renderToString } from 'react-dom/server.edge';
import { prerender } from 'react-dom/static.edge';
import { quickMarkup, type QuickMarkup } from '#web/lib/quick-markup/quick-markup.ts';
import { setProvider, type Provider } from '#web/lib/page/provider.ts';

// Runs on the server: puts a rendered screen into its page. The browser takes the same markup over (lib/page/open-page.tsx).

/** The font; set by the build. */
declare const FONT: string;
/** The texts of the files of styles; set by the build, once for all heads. */
declare const STYLES: Readonly<Record<string, string>>;

/** What a rendered page has in its head instead of the tags of the build, which makes it (build/page-head.ts). */
export interface RenderedHead {
  /** Files of styles, in the order in which they apply. */
  readonly styles: readonly string[];
  /** Identifies the styles of the build: the value of the cookie of a browser that has the files. */
  readonly mark: string;
  /** Runs after the first paint, and loads the scripts of the page. */
  readonly start: string;
  /** What the policy of the page must allow besides its own files. */
  readonly allowed: Readonly<Record<'style-src' | 'script-src', string>>;
}

/** The beginning of a page, which is the same for everybody: one object for one text. */
interface PageTop {
  readonly text: string;
  /** What the policy of the page must allow besides its own files. */
  readonly allowed: RenderedHead['allowed'];
}

/** A page: its beginning, and what only this page has. */
export interface RenderedPage {
  readonly top: PageTop;
  readonly rest: string;
}

interface Rendered {
  readonly screen: ReactNode;
  readonly head: RenderedHead;
  /** The mark of the styles that the browser has as files. */
  readonly kept?: string | undefined;
  /** Markup that follows the screen. */
  readonly after?: string;
}

/** The page with the screen in it, and with a strip instead of the splash. */
export async function renderedPage(html: string, { screen, head, kept, after = '' }: Rendered): Promise<RenderedPage> {
  const { tops, title: usual, body } = frameOf(html);
  const top = tops(head, kept === head.mark);
  const whole = <StrictMode>{screen}</StrictMode>;
  const { title, markup } = quickMarkup(whole) ?? divided(await markupOf(whole));
  return { top, rest: `${title || usual}</head>${body}<div id="root">${markup}</div>${after}</body></html>` };
}

const TITLE_END = '</title>';

/** React renders the title before the screen. */
function divided(all: string): QuickMarkup {
  const end = all.startsWith('<title>') ? all.indexOf(TITLE_END) + TITLE_END.length : 0;
  return { title: all.slice(0, end), markup: all.slice(end) };
}

/** What React writes where a part waits. */
const WAITING = '<!--$!-->';

/** The markup in one piece. Waiting for the files of parts, which only the first rendering of each has to, costs twice as much. */
async function markupOf(screen: ReactNode): Promise<string> {
  const markup = renderToString(screen);
  if (!markup.includes(WAITING)) return markup;
  const faults: unknown[] = [];
  const { prelude } = await prerender(screen, {
    // One chunk: otherwise React sends large parts later, with inline scripts that the policy of the page forbids.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    // A part that failed would be left to the browser; the page without any part is better.
    onError: (error) => void faults.push(error),
  });
  if (faults.length > 0) throw new Error('A part was not rendered.', { cause: faults[0] });
  const decoder = new TextDecoder();
  let waited = '';
  // `Response` would do the same, and load all that requests need.
  for await (const part of prelude) waited += decoder.decode(part, { stream: true });
  return waited;
}

/** What all pages of a built page have in common. */
interface Frame {
  readonly tops: (head: RenderedHead, keepsStyles: boolean) => PageTop;
  readonly title: string;
  readonly body: string;
}

let known: { html: string; frame: Frame } | undefined;

/** The frame of a built page, made once. Also takes the operator's data from it: both renderings must have the same. */
function frameOf(html: string): Frame {
  if (known?.html !== html) {
    const [, data = '{}'] = / id="provider">(.*?)<\/script>/s.exec(html) ?? [];
    setProvider(JSON.parse(data) as Partial<Provider>);
    known = { html, frame: makeFrame(html) };
  }
  return known.frame;
}

/** Up to its last picture. Of the strip nothing but its own background is seen. */
const SPLASH = /<div class="splash" .*?<\/svg>\s*<\/div>/s;
const STRIP = '<div class="splash splash-strip" aria-hidden="true"></div>';
const ROOT = '<div id="root"></div>';
/** Tags of the build: `RenderedHead` replaces them. */
const BUILT = /\s*<(?:script type="module"[^>]*><\/script|link rel="(?:modulepreload|stylesheet)"[^>]*)>/g;
const TITLE = /<title>.*?<\/title>/;

function makeFrame(html: string): Frame {
  const [start = '', end = ''] = html.replace(BUILT, '').split('</head>', 2);
  const [title = ''] = TITLE.exec(start) ?? [];
  const [body = ''] = end.replace(SPLASH, STRIP).split(ROOT, 1);
  const common = start.replace(TITLE, '').trimEnd();
  const [short, whole] = [new Map<string, PageTop>(), new Map<string, PageTop>()];
  const tops = (head: RenderedHead, keepsStyles: boolean): PageTop => {
    const made = keepsStyles ? short : whole;
    const top = made.get(head.start) ?? topOf(common, head, keepsStyles);
    made.set(head.start, top);
    return top;
  };
  return { tops, title, body };
}

const topOf = (common: string, head: RenderedHead, keepsStyles: boolean): PageTop => {
  const font = `<link rel="preload" as="font" type="font/woff2" crossorigin href="${FONT}">`;
  const start = `<script type="module">${head.start}</script>`;
  return { text: common + font + stylesOf(head, keepsStyles) + start, allowed: head.allowed };
};

/** The styles are inside the page, or it names their files if the browser has them. */
const stylesOf = ({ styles }: RenderedHead, keepsStyles: boolean): string =>
  keepsStyles
    ? styles.map((file) => `<link rel="stylesheet" crossorigin href="${file}">`).join('')
    : `<style>${styles.map(textOf).join('')}</style>`;

// Named once: the build puts the whole table in the place of its name.
const textOf = (file: string): string => STYLES[file] ?? '';
