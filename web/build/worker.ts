import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const NAME = 'sw.js';
const PLACE = '/* files */ []';

/** The worker of a release with these files. */
export const withFiles = (source: string, files: readonly string[]): string =>
  source.replace(PLACE, JSON.stringify(files));

/** Tells `public/sw.js` the files of the release, which it keeps for a visit without a network. */
export function worker(root: string): Plugin {
  return {
    name: 'worker',
    apply: 'build',
    generateBundle: {
      // After the pages, which name their files last.
      order: 'post',
      async handler(_, bundle) {
        const source = await readFile(join(root, 'public', NAME), 'utf8');
        const files = Object.keys(bundle).filter((file) => file.startsWith('assets/'));
        this.emitFile({ type: 'asset', fileName: NAME, source: withFiles(source, files) });
      },
    },
  };
}
