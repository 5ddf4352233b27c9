import type { Rolldown } from 'vite';

type Graph = Rolldown.ChunkingContext;

/** Every module that comes with this one at once: not what it imports later. */
function comesWith(entry: string, graph: Graph): Set<string> {
  const found = new Set<string>([entry]);
  for (const id of found) {
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) if (!LATER.test(imported)) found.add(imported);
  }
  return found;
}

/** What only later screens use of a library that names all its parts in one module. */
const LATER = /react-query\/build\/modern\/(?!index|QueryClientProvider)|\/infiniteQueryObserver\.js$/;

/**
 * The first load in as few files as there can be: `base` is what sign-in needs and the rest shares, `main` is what every other
 * page begins with.
 */
export function firstLoad(signIn: string, app: string) {
  let known: { graph: Graph; base: Set<string>; main: Set<string> } | undefined;
  const chunkOf = (id: string, graph: Graph): string | null => {
    if (known?.graph !== graph) known = { graph, base: comesWith(signIn, graph), main: comesWith(app, graph) };
    if (known.base.has(id) && known.main.has(id)) return 'base';
    return known.main.has(id) ? 'main' : null;
  };
  return { name: chunkOf, debugName: 'first load' };
}
