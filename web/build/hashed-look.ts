import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const NAME = 'look.js';

/**
 * Adds a hash to the name of `public/look.js`, so that browsers cache it for a year: it blocks the first paint. The bundler does
 * not process classic scripts, and this one must stay classic, because it runs in browsers of any age.
 */
export function hashedLook(root: string, base: string): Plugin {
  let file = '';
  return {
    name: 'hashed-look',
    apply: 'build',
    async buildStart() {
      const source = await readFile(join(root, 'public', NAME), 'utf8');
      file = `assets/look-${createHash('sha256').update(source).digest('hex').slice(0, 6)}.js`;
      this.emitFile({ type: 'asset', fileName: file, source });
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html) => html.replace(`"${base}${NAME}"`, `"${base}${file}"`),
    },
  };
}
