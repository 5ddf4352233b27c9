import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const NAME = 'look.js';

/**
 * Puts `public/look.js` inside the pages: as a file it would delay the first paint by a request. The server allows it by its hash.
 * The bundler does not process classic scripts, and this one must stay classic, because it runs in browsers of any age.
 */
export function inlineLook(root: string, base: string): Plugin {
  let text = '';
  return {
    name: 'inline-look',
    apply: 'build',
    async buildStart() {
      const source = await readFile(join(root, 'public', NAME), 'utf8');
      text = source.replace(/^\s*\/\/.*\n/gm, '').trim();
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html) => html.replace(`<script src="${base}${NAME}"></script>`, () => `<script>${text}</script>`),
    },
  };
}
