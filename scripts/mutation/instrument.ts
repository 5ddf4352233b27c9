import ts from 'typescript';
import { placesOf, treeOf, type Mutant } from './mutants.ts';

type Place = ReturnType<typeof placesOf>[number];

interface Instrumented {
  /** The file with all of its mutants; `fault(id)` says whether one of them is on. */
  readonly source: string;
  /** In the order of their numbers. */
  readonly mutants: readonly Mutant[];
}

/**
 * Puts all mutants into a file at once: `a < b` becomes `(fault(7) ? (a <= b) : (a < b))`. So a process of tests loads the file once, and
 * turns one mutant on after another.
 *
 * @param first the number of the first mutant.
 */
export function instrument(file: string, text: string, first: number): Instrumented {
  const tree = treeOf(file, text);
  const places = placesOf(tree);
  const numbered = new Map<ts.Node, (Place & { id: number })[]>();
  for (const [index, place] of places.entries()) {
    numbered.set(place.node, [...(numbered.get(place.node) ?? []), { ...place, id: first + index }]);
  }
  const write = (node: ts.Node): string => {
    const whole = withChildren(node, text, write);
    return (numbered.get(node) ?? []).reduce((written, place) => withMutant(written, place, text), whole);
  };
  return { source: withChildren(tree, text, write), mutants: places.map(({ mutant }) => mutant) };
}

/** A node's text, its children written anew. */
function withChildren(node: ts.Node, text: string, write: (child: ts.Node) => string): string {
  let written = '';
  let end = ts.isSourceFile(node) ? 0 : node.getStart();
  ts.forEachChild(node, (child) => {
    if (child.getStart() < end) return;
    written += text.slice(end, child.getStart()) + write(child);
    end = child.end;
  });
  return written + text.slice(end, node.end);
}

function withMutant(
  written: string,
  { id, node, start, end, text: put }: Place & { id: number },
  text: string,
): string {
  // By its whole name, because a function may have a `fault` of its own. Within braces: an `else` that follows belongs to another `if`.
  if (ts.isStatement(node)) return `{ if (!globalThis.fault(${id})) { ${written} } }`;
  const changed = text.slice(node.getStart(), start) + put + text.slice(end, node.end);
  return `(globalThis.fault(${id}) ? (${changed}) : (${written}))`;
}
