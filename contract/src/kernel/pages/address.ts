import type { Call } from '../call/call.ts';

/** The parts of a call that an address needs. The browser has these; it has no schemas. */
export type Addressed = Pick<Call, 'path'>;
export type Readable = Pick<Call, 'path' | 'method' | 'effect'>;

/** `/v2/user-program/infos/{id}` and `{id: 7}` → `user-program/infos/7`. */
export function subPath(call: Addressed, params: Record<string, unknown> = {}): string {
  return call.path
    .slice('/v2/'.length)
    .replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
}

/** Whether the path has a parameter. A literal path wins, so `user/list` is never the user `list`. */
const isTemplate = (path: string) => path.includes('{');

function paramsOf(path: string, wanted: string): Record<string, string> | undefined {
  const template = path.slice('/v2/'.length).split('/');
  const parts = wanted.split('/');
  if (template.length !== parts.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, piece] of template.entries()) {
    const part = parts[index] ?? '';
    if (piece.startsWith('{')) {
      if (!/^[\w.-]+$/.test(part)) return undefined;
      params[piece.slice(1, -1)] = part;
    } else if (piece !== part) return undefined;
  }
  return params;
}

/** Calls that are GET and only read, selected once per table of calls. */
interface Readables<C> {
  readonly literal: ReadonlyMap<string, C>;
  readonly templates: readonly C[];
}

const sortedOut = new WeakMap<readonly Readable[], Readables<Readable>>();

function readablesOf<C extends Readable>(calls: readonly C[]): Readables<C> {
  const known = sortedOut.get(calls) as Readables<C> | undefined;
  if (known) return known;
  const all = calls.filter((call) => call.method === 'GET' && call.effect === 'read');
  const literal = new Map(all.filter(({ path }) => !isTemplate(path)).map((call) => [call.path, call]));
  const readables = { literal, templates: all.filter(({ path }) => isTemplate(path)) };
  sortedOut.set(calls, readables);
  return readables;
}

/** The call that a sub-path of the batch names, among those that are GET and only read. */
export function matchGet<C extends Readable>(
  calls: readonly C[],
  wanted: string,
): { call: C; params: Record<string, string> } | undefined {
  const { literal, templates } = readablesOf(calls);
  const named = literal.get(`/v2/${wanted}`);
  if (named) return { call: named, params: {} };
  for (const call of templates) {
    const params = paramsOf(call.path, wanted);
    if (params) return { call, params };
  }
  return undefined;
}
