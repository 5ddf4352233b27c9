import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const NAME = 'look.js';

/**
 * Gives `public/look.js` a name with a hash, so that browsers keep it for a year: it stands in the way of the first paint. The
 * bundler leaves classic scripts alone, and this one must stay classic, because it runs in browsers of any age.
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
