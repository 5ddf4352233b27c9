import type { Plugin } from 'vite';

interface Described {
  method: string;
  path: string;
  effect: string;
  access: string;
  freshFor: number;
}
type Table = Record<string, Record<string, Described>>;

const NAME = 'virtual:contract';
const RESOLVED = `\0${NAME}`;

/** What the browser may know of a call: everything but its schemas, which would bring zod along. */
const slim = ({ method, path, effect, access, freshFor }: Described): Described => ({
  method,
  path,
  effect,
  access,
  freshFor,
});

const mapValues = <A, B>(record: Record<string, A>, change: (value: A) => B): Record<string, B> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));

/** Gives the page the table of calls as the module `virtual:contract`. */
export function contractTable(contract: Table): Plugin {
  const table = mapValues(contract, (group) => mapValues(group, slim));
  return {
    name: 'contract-table',
    resolveId: (id) => (id === NAME ? RESOLVED : undefined),
    load: (id) => (id === RESOLVED ? `export const contract = ${JSON.stringify(table)};` : undefined),
  };
}
