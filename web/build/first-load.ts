import type { Rolldown } from 'vite';
import { callsIn, isCall } from './contract-table.ts';

type Graph = Rolldown.ChunkingContext;

/** All static imports of a module, direct and indirect; not the dynamic ones. */
function comesWith(entry: string, graph: Graph): Set<string> {
  const found = new Set<string>([entry]);
  for (const id of found) {
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  }
  return found;
}

interface LoadedModules {
  readonly graph: Graph;
  readonly base: ReadonlySet<string>;
  readonly main: ReadonlySet<string>;
  /** Of each file that home loads after the first ones. */
  readonly later: readonly ReadonlySet<string>[];
  /** Of all of these. */
  readonly next: ReadonlySet<string>;
  /** Calls that these modules make; the table imports all of them. */
  readonly calls: ReadonlySet<string>;
}

/** Modules of the later files that several of them or later screens need would become a separate file: they go into `main`. */
function isShared(id: string, { graph, main, next, later }: LoadedModules): boolean {
  const { importers = [], dynamicImporters = [] } = graph.getModuleInfo(id) ?? {};
  const isElsewhere = (by: string): boolean => !main.has(by) && !next.has(by);
  return (
    later.filter((file) => file.has(id)).length > 1 ||
    (next.has(id) && [...importers, ...dynamicImporters].some(isElsewhere))
  );
}

/** Parts of a library that only growing lists use (`src/api/use-pages.ts`): the index of the library imports them for everybody. */
const ONLY_LATER = /\/(?:infiniteQueryObserver|infiniteQueryBehavior|useInfiniteQuery)\.js$/;

function chunkIn(known: LoadedModules, id: string): 'base' | 'main' | null {
  const { base, main, next } = known;
  if (ONLY_LATER.test(id)) return null;
  if (base.has(id) && (main.has(id) || next.has(id))) return 'base';
  return main.has(id) || isShared(id, known) ? 'main' : null;
}

/**
 * Splits the first load into as few files as possible: `base` has what sign-in shares with the rest, `main` is loaded first by
 * every other page. The `following` files are loaded after them; what they share with sign-in is also in `base`, not in one more file.
 * `calls` describes the calls that only later screens make.
 */
export function firstLoad(signIn: string, app: string, ...following: string[]) {
  let known: LoadedModules | undefined;
  const learn = (graph: Graph): LoadedModules => {
    const [base, main] = [comesWith(signIn, graph), comesWith(app, graph)];
    const later = following.map((file) => comesWith(file, graph));
    const next = new Set(later.flatMap((file) => [...file]));
    const codes = [...base, ...main, ...next].map((id) => graph.getModuleInfo(id)?.code ?? '');
    return { graph, base, main, later, next, calls: new Set(codes.flatMap(callsIn)) };
  };
  const chunkOf = (id: string, graph: Graph): string | null => {
    known = known?.graph === graph ? known : learn(graph);
    return isCall(id) && !known.calls.has(id) ? 'calls' : chunkIn(known, id);
  };
  return { name: chunkOf, debugName: 'first load' };
}
