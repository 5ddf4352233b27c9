import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const SOURCES = `${import.meta.dirname}/../../`;
const THEME = /prefers-color-scheme|data-theme/;

/** The declarations of the rules whose selector or media query matches. */
function declarationsOf(css: string, begin: RegExp): string[] {
  const plain = css.replaceAll(/\/\*[^]*?\*\//g, '');
  const body = new RegExp(`${begin.source}[^{]*\\{([^}]*)`).exec(plain)?.[1] ?? '';
  return body
    .split(';')
    .map((one) => one.replaceAll(/\s+/g, ' ').trim())
    .filter((one) => one !== '');
}

test('a theme changes colours and nothing else, so that the browser tests need not look at everything in both', () => {
  const files = globSync('**/*.css', { cwd: SOURCES });
  const themed = files.filter((file) => THEME.test(readFileSync(SOURCES + file, 'utf8')));
  expect(themed).toEqual(['ui/look/tokens.css']);
  const css = readFileSync(`${SOURCES}ui/look/tokens.css`, 'utf8');
  const forced = declarationsOf(css, /:root\[data-theme='dark'\]/);
  expect(forced.length).toBeGreaterThan(40);
  expect(forced.filter((one) => !/^(--[\w-]+|color-scheme):/.test(one))).toEqual([]);
  expect(declarationsOf(css, /:root:not\(\[data-theme='light'\]\)/)).toEqual(forced);
});

/** A condition on a width in pixels, of a style or of `matchMedia`. */
const IN_PIXELS = /^\s*@(media|container)[^{]*\dpx|\bwidth\s*[:<>]=?\s*\d+px\)/m;

test('a width that decides about the layout is in rem: whoever has larger letters in his browser gets the layout of a smaller screen', () => {
  const found = globSync('**/*.{css,ts,tsx}', { cwd: SOURCES }).filter((file) =>
    IN_PIXELS.test(readFileSync(SOURCES + file, 'utf8')),
  );
  expect(found).toEqual([]);
});
