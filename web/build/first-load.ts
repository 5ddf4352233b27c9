import type { Rolldown } from 'vite';

type Graph = Rolldown.ChunkingContext;

/** Every module that comes with this one at once: not what it imports later. */
function comesWith(entry: string, graph: Graph): Set<string> {
  const found = new Set<string>([entry]);
  for (const id of found) {
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  }
  return found;
}

interface Known {
  readonly graph: Graph;
  readonly base: ReadonlySet<string>;
  readonly main: ReadonlySet<string>;
  readonly next: ReadonlySet<string>;
}

/** What of the following a later screen needs, too, would become a file of its own: it goes with `main`. */
const isShared = (id: string, { graph, main, next }: Known): boolean =>
  next.has(id) && (graph.getModuleInfo(id)?.importers.some((by) => !main.has(by) && !next.has(by)) ?? false);

/**
 * The first load in as few files as there can be: `base` is what sign-in shares with the rest, `main` is what every other page
 * begins with. `following` comes right behind them by itself: what it shares with sign-in is `base`, too, not one file more.
 */
export function firstLoad(signIn: string, app: string, following: string) {
  let known: Known | undefined;
  const learn = (graph: Graph) => ({
    graph,
    base: comesWith(signIn, graph),
    main: comesWith(app, graph),
    next: comesWith(following, graph),
  });
  const chunkOf = (id: string, graph: Graph): string | null => {
    known = known?.graph === graph ? known : learn(graph);
    const { base, main, next } = known;
    if (base.has(id) && (main.has(id) || next.has(id))) return 'base';
    return main.has(id) || isShared(id, known) ? 'main' : null;
  };
  return { name: chunkOf, debugName: 'first load' };
}
