import { readFile } from 'node:fs/promises';
import type { Plugin, Rolldown } from 'vite';
import { withFiles } from './worker.ts';

const SOURCE = new URL('staff-sw.js', import.meta.url);
/** The page that opens without a network. */
const PAGE = 'staff/visits/visits-page.tsx';

type Chunk = Rolldown.OutputChunk;

/** The files of the first load and of the technician's page, with what they load at once. */
function filesOf(chunks: readonly Chunk[]): string[] {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const files = new Set<string>();
  const add = (name: string): void => {
    const chunk = byName.get(name);
    if (!chunk || files.has(name)) return;
    files.add(name);
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style);
    for (const next of chunk.imports) add(next);
  };
  for (const { fileName, isEntry, facadeModuleId } of chunks) {
    if (isEntry || facadeModuleId?.endsWith(PAGE)) add(fileName);
  }
  return [...files].filter((file) => file.startsWith('assets/'));
}

/** Tells `staff-sw.js` the files that it keeps for a visit without a network. */
export const staffWorker = (): Plugin => ({
  name: 'staff-worker',
  apply: 'build',
  generateBundle: {
    order: 'post',
    async handler(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const source = withFiles(await readFile(SOURCE, 'utf8'), filesOf(chunks));
      this.emitFile({ type: 'asset', fileName: 'sw.js', source });
    },
  },
});
