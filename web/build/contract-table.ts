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

const namespaces = (name: string, groups: readonly string[]): string =>
  groups.map((group) => `export * as ${group} from '${name}/${group}';`).join('\n');

/** A name such as `delete` cannot be declared, but it can be exported. */
const calls = (name: string, group: Group): string =>
  Object.keys(group)
    .map((call) => `export { call as ${call} } from '${name}/${call}';`)
    .join('\n');

/** Under which name a page imports a table of calls: the subscriber's, or the staff's. */
export type TableName = 'virtual:contract' | 'virtual:staff-contract';

/**
 * Provides a table of calls as a module. It exports namespaces, not one object, so that the build drops calls that no screen uses; each
 * call is a module of its own, so that those of later screens stay out of the first load. A screen that holds a group,
 * `const calls = contract.notice`, would bring all calls of the group into it: screens name each call.
 */
export function contractTable(contract: Record<string, Group>, name: TableName = 'virtual:contract'): Plugin {
  const resolved = `\0${name}`;
  const modules = new Map([
    [resolved, `export * as contract from '${name}/all';`],
    [`${resolved}/all`, namespaces(name, Object.keys(contract))],
    ...Object.entries(contract).flatMap(([group, described]): [string, string][] => [
      [`${resolved}/${group}`, calls(`${name}/${group}`, described)],
      ...Object.entries(described).map(([call, one]): [string, string] => [
        `${resolved}/${group}/${call}`,
        `export const call = ${slim(one)};`,
      ]),
    ]),
  ]);
  return {
    name: `contract-table ${name}`,
    resolveId: (id) => (modules.has(`\0${id}`) ? `\0${id}` : undefined),
    load: (id) => {
      const code = modules.get(id);
      return code === undefined ? undefined : { code, moduleSideEffects: false };
    },
  };
}

const OF_SUBSCRIBERS = '\0virtual:contract/';

/** The calls that a module makes: `contract.notice.list` → `notice/list`. */
const CALLS = /\bcontract\.(\w+)\.(\w+)/g;

/** The modules of the calls that some code names. */
export const callsIn = (code: string): string[] =>
  Array.from(code.matchAll(CALLS), ([, group = '', call = '']) => `${OF_SUBSCRIBERS}${group}/${call}`);

/** Whether a module describes a call. */
export const isCall = (id: string): boolean => id.startsWith(OF_SUBSCRIBERS) && id.split('/').length === 3;
