import type { Plugin } from 'vite';

const LIBRARY = 'query-core/build/modern';
const HANDED = '\0pages-of-queries';
const NO_CHANGES = '\0no-mutations';

const is = (name: string, id?: string): boolean => id?.endsWith(`${LIBRARY}/${name}.js`) ?? false;

/** In place of the behaviour of growing lists: whatever module observes such a list hands the real one over. */
const handed = `let behavior;
export const hand = (real) => { behavior = real; };
export const infiniteQueryBehavior = (pages) => behavior(pages);`;

/** What is asked of a cache of mutations that has none. */
const noMutations = `export class MutationCache {
  clear() {}
  findAll() { return []; }
  resumePausedMutations() { return Promise.resolve(); }
}`;

/**
 * The core of the library of queries imports two things for everybody: how lists grow, which only later screens have, and its mutations,
 * in whose place the cabinet has `useAction`. The first then comes with those screens; the second does not come, and if a screen ever uses
 * a mutation, the build fails.
 */
export function lighterQueries(): Plugin {
  return {
    name: 'lighter-queries',
    apply: 'build',
    enforce: 'pre',
    resolveId(source, importer) {
      if (source === HANDED) return HANDED;
      if (source.endsWith('/infiniteQueryBehavior.js') && is('query', importer)) return HANDED;
      return source.endsWith('/mutationCache.js') && is('queryClient', importer) ? NO_CHANGES : undefined;
    },
    load: (id) => (id === HANDED ? handed : id === NO_CHANGES ? noMutations : undefined),
    transform: (code, id) =>
      is('infiniteQueryObserver', id)
        ? `${code}
import { infiniteQueryBehavior as real } from './infiniteQueryBehavior.js';
import { hand } from '${HANDED}';
hand(real);`
        : undefined,
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
      const has = (test: (id: string) => boolean): boolean =>
        chunks.some(({ modules }) =>
          Object.entries(modules).some(([id, { renderedLength }]) => test(id) && renderedLength > 0),
        );
      if (has((id) => is('mutation', id) || is('mutationObserver', id)))
        this.error(
          'A screen uses a mutation of the library of queries: useAction is in its place (build/lighter-queries.ts).',
        );
      for (const [what, id] of Object.entries({ 'the behaviour of lists': HANDED, mutations: NO_CHANGES }))
        if (!has((one) => one === id))
          this.error(`The library of queries imports ${what} otherwise: mend build/lighter-queries.ts.`);
    },
  };
}
