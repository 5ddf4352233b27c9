import { createRequire } from 'node:module';
import type { Plugin } from 'vite';

const load = createRequire(import.meta.url);
const MARK = '\0named:';
const NAMES = ['react', 'react/jsx-runtime', 'react-dom/client'];
/** React's own files take one another as they are. */
const ITSELF = /\/node_modules\/(?:react|react-dom|scheduler)\//;

const isName = (name: string): boolean => /^[a-z]\w*$/i.test(name);

/**
 * React is published as CommonJS: each use of it is a look into its table, `(0, x.jsx)(…)`, and each file makes a table anew. Given
 * as names of a module they are plain calls, and one file holds them: about three kilobytes of the first load less.
 */
export function namedReact(): Plugin {
  return {
    name: 'named-react',
    apply: 'build',
    enforce: 'pre',
    resolveId: (id, importer) =>
      NAMES.includes(id) && importer?.startsWith(MARK) === false && !ITSELF.test(importer) ? MARK + id : undefined,
    load: (id) => {
      if (!id.startsWith(MARK)) return undefined;
      const source = id.slice(MARK.length);
      const names = Object.keys(load(source) as object).filter(isName);
      const lines = names.map((name) => `export const ${name} = table.${name};`);
      return { code: [`import table from '${source}';`, ...lines].join('\n'), moduleSideEffects: false };
    },
  };
}
