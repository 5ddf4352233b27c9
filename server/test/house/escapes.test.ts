import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const WEB = new URL('../../../web/src/', import.meta.url);

/** In the text of an element, and in an attribute in plain quotes, JSX knows no escapes: the reader would see `во\u00a0входе`. */
const SEEN = [/[\w-]="[^"\n]*\\u[0-9a-f]{4}/, /(?:>|^\s*[А-Яа-яЁё])[^<'"`/\n]*\\u[0-9a-f]{4}/];

test('no screen shows an escape instead of a space', () => {
  const files = globSync('**/*.tsx', { cwd: WEB });
  const seen = files.flatMap((name) =>
    readFileSync(new URL(name, WEB), 'utf8')
      .split('\n')
      .flatMap((line, index) => (SEEN.some((sign) => sign.test(line)) ? [`${name}:${index + 1} ${line.trim()}`] : [])),
  );
  expect(files.length).toBeGreaterThan(100);
  expect(seen).toEqual([]);
});
