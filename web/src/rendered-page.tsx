import { StrictMode, type ReactNode } from 'react';
import { prerender } from 'react-dom/static.edge';
import { setProvider, type Provider } from '#lib/provider.ts';

// Runs on the server: puts a rendered screen into its page. The browser takes the same markup over (lib/open-page.tsx).

/** The font; set by the build. */
declare const FONT: string;

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
  /** Styles of parts that a browser loads after the first screen. */
  readonly styles: readonly string[];
  /** Markup that follows the screen. */
  readonly after?: string;
}

/** The page with the screen in it, and with a strip instead of the splash. */
export async function renderedPage(html: string, { screen, styles, after = '' }: Rendered): Promise<string> {
  // Everything in its place: React would send large parts later, with scripts that the page does not allow.
  const { prelude } = await prerender(<StrictMode>{screen}</StrictMode>, {
    progressiveChunkSize: Number.POSITIVE_INFINITY,
  });
  const markup = await new Response(prelude).text();
  // React puts the title before the screen, and in the browser it belongs to the head.
  const [, title = '', body = ''] = /^(<title>.*?<\/title>)?(.*)$/s.exec(markup) ?? [];
  const links = styles.map((file) => `<link rel="stylesheet" crossorigin href="${file}">`);
  const font = `<link rel="preload" as="font" type="font/woff2" crossorigin href="${FONT}">`;
  return html
    .replace(/<title>.*?<\/title>/, (usual) => title || usual)
    .replace('</head>', `${font}${links.join('')}</head>`)
    .replace(SPLASH, STRIP)
    .replace(ROOT, () => `<div id="root">${body}</div>${after}`);
}
