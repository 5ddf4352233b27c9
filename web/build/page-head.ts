import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RenderedHead } from '../src/rendered-page.tsx';

interface Page {
  /** The folder of the build. */
  readonly folder: string;
  readonly base: string;
  /** `index.html` */
  readonly file: string;
  /** Parts that the rendered page already has, though a browser loads their files later. */
  readonly later: { readonly styles: readonly string[]; readonly scripts: readonly string[] };
  /** Identifies the styles of the build. */
  readonly mark: string;
}

export const stylesMark = (files: readonly string[]): string =>
  hashOf(files.toSorted().join()).slice(0, 8).replace(/\W/g, '_');

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64');
const addresses = (html: string, tag: RegExp): string[] =>
  Array.from(html.matchAll(tag), ([, address = '']) => address);

/** Reads a built page: its styles and small scripts come inside it, so that the first paint waits for one reply only. */
export function pageHead({ folder, base, file, later, mark }: Page): RenderedHead {
  const html = readFileSync(join(folder, file), 'utf8');
  const styles = [...addresses(html, /<link rel="stylesheet"[^>]* href="([^"]+)">/g), ...later.styles];
  const scripts = [
    ...addresses(html, /<link rel="modulepreload"[^>]* href="([^"]+)">/g),
    ...addresses(html, /<script type="module"[^>]* src="([^"]+)">/g),
  ];
  if (scripts.length === 0) throw new Error(`${file} has other tags than expected.`);
  const start = startScript({ scripts, later: later.scripts, styles, mark });
  const allowed = {
    'style-src': `'sha256-${hashOf(styles.map((one) => styleText(folder, base, one)).join(''))}'`,
    'script-src': `'sha256-${hashOf(start)}'`,
  };
  return { styles, mark, start, allowed };
}

/** The text of a file of styles. */
export const styleText = (folder: string, base: string, address: string): string =>
  readFileSync(join(folder, address.slice(base.length)), 'utf8');

interface Started {
  readonly scripts: readonly string[];
  readonly later: readonly string[];
  readonly styles: readonly string[];
  readonly mark: string;
}

/**
 * Loads the scripts after the first paint, so that they do not take bandwidth from it, and runs each in a task of its own. Remembers
 * the button that was tapped meanwhile (`src/lib/page/tapped.ts`); Enter in a field taps the last button of its form. Once the service
 * worker keeps the files of the build, sets the cookie `styles`: the next page then names the files of the styles instead of containing
 * their text. Files of styles that are inside the page are named without being loaded, so a later screen does not load them.
 */
const startScript = ({ scripts, later, styles, mark }: Started): string =>
  `addEventListener('click', ({ target }) => {
  if (window.tapped !== null) window.tapped = target.closest('button');
}, true);
addEventListener('keydown', ({ key, target }) => {
  if (key === 'Enter' && target.form && window.tapped !== null)
    window.tapped = [...target.form.elements].findLast(({ localName }) => localName === 'button');
}, true);
const scripts = ${JSON.stringify(scripts)};
const later = (window.later = ${JSON.stringify(later)});
if (document.querySelector('head style'))
  for (const href of ${JSON.stringify(styles)})
    document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', disabled: true, href }));
const pause = () => new Promise((resolve) => setTimeout(resolve));
const begin = async () => {
  for (const href of [...scripts, ...later])
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  for (const script of scripts) {
    await import(script);
    await pause();
  }
};
if (document.hidden) begin();
else requestAnimationFrame(() => setTimeout(begin));
navigator.serviceWorker?.ready.then(() => {
  document.cookie = 'styles=${mark}; path=/lk/; max-age=31536000; samesite=lax';
});
`;
