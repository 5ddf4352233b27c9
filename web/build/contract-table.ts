import type { Plugin } from 'vite';

interface Described {
  method: string;
  path: string;
  effect: string;
  access: string;
  freshFor: number;
  outdates?: readonly string[] | undefined;
}
type Group = Record<string, Described>;

const NAME = 'virtual:contract';
const RESOLVED = `\0${NAME}`;

/**
 * What the browser may know of a call: everything but its schemas, which would bring zod along. It asks only whether a call changes
 * something and whether it is public, and each word here travels with the first load.
 */
const slim = ({ method, path, effect, access, freshFor, outdates = [] }: Described): string =>
  JSON.stringify({
    method,
    path,
    ...(effect === 'change' && { effect }),
    ...(access === 'public' && { access }),
    freshFor,
    ...(outdates.length > 0 && { outdates }),
  });

const namespaces = (groups: readonly string[]): string =>
  groups.map((group) => `export * as ${group} from '${NAME}/${group}';`).join('\n');

/** A name such as `delete` cannot be declared, but it can be exported. */
const calls = (group: Group): string =>
  Object.entries(group)
    .map(([name, call]) => `const call_${name} = ${slim(call)};\nexport { call_${name} as ${name} };`)
    .join('\n');

/**
 * Provides the table of calls as the module `virtual:contract`. It exports namespaces, not one object, so that the build drops
 * calls that no screen uses.
 */
export function contractTable(contract: Record<string, Group>): Plugin {
  const modules = new Map([
    [RESOLVED, `export * as contract from '${NAME}/all';`],
    [`${RESOLVED}/all`, namespaces(Object.keys(contract))],
    ...Object.entries(contract).map(([name, group]): [string, string] => [`${RESOLVED}/${name}`, calls(group)]),
  ]);
  return {
    name: 'contract-table',
    resolveId: (id) => (modules.has(`\0${id}`) ? `\0${id}` : undefined),
    load: (id) => modules.get(id),
  };
}
