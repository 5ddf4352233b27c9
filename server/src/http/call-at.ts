import { allCalls } from '@kabinet/contract';
import type { Call } from '@kabinet/contract/kernel/call';

// Which call an address means. Sorted out once per process: as routes of Fastify all calls would cost each application some 15 ms of a core.

export interface CallAt {
  readonly call: Call;
  readonly params: Readonly<Record<string, string>>;
}

interface Template {
  readonly call: Call;
  readonly pattern: RegExp;
}

const isTemplate = ({ path }: Call): boolean => path.includes('{');

/** A call in the tables. */
const nameOf = (method: string, path: string): string => `${method} ${path}`;

/** `/v2/user/{id}` → `/v2/user`. */
const resourceOf = (path: string): string => path.split('/', 3).join('/');

const literal: ReadonlyMap<string, Call> = new Map(
  allCalls.filter((call) => !isTemplate(call)).map((call) => [nameOf(call.method, call.path), call]),
);

const templates: ReadonlyMap<string, readonly Template[]> = Map.groupBy(
  allCalls
    .filter(isTemplate)
    .map((call) => ({ call, pattern: new RegExp(`^${call.path.replace(/\{(\w+)\}/g, '(?<$1>[^/]*)')}$`, 's') })),
  ({ call }) => nameOf(call.method, resourceOf(call.path)),
);

/** The call at a decoded address below `/api`; a literal one wins. HEAD is GET without the body. */
export function callAt(method: string, path: string): CallAt | undefined {
  const asked = method === 'HEAD' ? 'GET' : method;
  const named = literal.get(nameOf(asked, path));
  if (named) return { call: named, params: {} };
  for (const { call, pattern } of templates.get(nameOf(asked, resourceOf(path))) ?? []) {
    const found = pattern.exec(path);
    if (found) return { call, params: { ...found.groups } };
  }
  return undefined;
}
