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
 * The fields of a call that the browser gets: no schemas, which would bring zod along. `effect` and `access` are there only when they
 * are `change` and `public`, because each word here is part of the first load.
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
const calls = (name: string, group: Group): string =>
  Object.keys(group)
    .map((call) => `export { call as ${call} } from '${NAME}/${name}/${call}';`)
    .join('\n');

/**
 * Provides the table of calls as the module `virtual:contract`. It exports namespaces, not one object, so that the build drops
 * calls that no screen uses; each call is a module of its own, so that those of later screens stay out of the first load. A screen
 * that holds a group, `const calls = contract.notice`, would bring all calls of the group into it: screens name each call.
 */
export function contractTable(contract: Record<string, Group>): Plugin {
  const modules = new Map([
    [RESOLVED, `export * as contract from '${NAME}/all';`],
    [`${RESOLVED}/all`, namespaces(Object.keys(contract))],
    ...Object.entries(contract).flatMap(([name, group]): [string, string][] => [
      [`${RESOLVED}/${name}`, calls(name, group)],
      ...Object.entries(group).map(([call, described]): [string, string] => [
        `${RESOLVED}/${name}/${call}`,
        `export const call = ${slim(described)};`,
      ]),
    ]),
  ]);
  return {
    name: 'contract-table',
    resolveId: (id) => (modules.has(`\0${id}`) ? `\0${id}` : undefined),
    load: (id) => {
      const code = modules.get(id);
      return code === undefined ? undefined : { code, moduleSideEffects: false };
    },
  };
}

/** The calls that a module makes: `contract.notice.list` → `notice/list`. */
const CALLS = /\bcontract\.(\w+)\.(\w+)/g;

/** The modules of the calls that some code names. */
export const callsIn = (code: string): string[] =>
  Array.from(code.matchAll(CALLS), ([, group = '', call = '']) => `${RESOLVED}/${group}/${call}`);

/** Whether a module describes a call. */
export const isCall = (id: string): boolean => id.startsWith(`${RESOLVED}/`) && id.split('/').length === 3;
