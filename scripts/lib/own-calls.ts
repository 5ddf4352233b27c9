import { globSync, readFileSync } from 'node:fs';
import { contract } from '../../contract/src/index.ts';
import type { Call } from '../../contract/src/kernel/call/call.ts';
import { tableOf } from '../../server/src/operator/markdown-table.ts';

const ROOT = new URL('../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, ROOT), 'utf8');
const filesAt = (pattern: string): string[] => globSync(pattern, { cwd: ROOT }).sort();

const HEAD = `# Calls of our own

\`npm run docs\` draws this page: the calls that have no row in [specification.md](specification.md), as the contract describes them, with the
handler and the first test that makes each of them. \`server/test/house/specification.test.ts\` fails when it is stale, or a call has no test.
`;

/** A call that the specification does not have, and where its code lies. */
interface OwnCall {
  readonly title: string;
  readonly summary: string;
  readonly handler: string | undefined;
  readonly test: string | undefined;
}

/** The calls that a page has a row for, by hand. */
export const callsWithRow = (page: string): string[] =>
  Array.from(page.matchAll(/^\| `([A-Z]+ \/v2\/[^`]*)`/gm), ([, title = '']) => title);

export function ownCalls(): OwnCall[] {
  const known = new Set(callsWithRow(read('docs/specification.md')));
  const tests = filesAt('server/{src,test}/**/*.test.ts').map((path) => ({ path, names: callsNamedIn(read(path)) }));
  return Object.entries(contract).flatMap(([group, calls]) =>
    Object.entries(calls as Readonly<Record<string, Call>>).flatMap(([name, { method, path, summary }]) => {
      const title = `${method} ${path}`;
      if (known.has(title)) return [];
      const [handler] = filesAt(`server/src/handlers/**/${path.split('/')[2]}.handlers.ts`);
      const made = tests.filter(({ names }) => names.has(`${group}.${name}`));
      const beside = made.find((test) => folderOf(test.path) === folderOf(handler ?? ''));
      return [{ title, summary, handler, test: (beside ?? made[0])?.path }];
    }),
  );
}

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/'));

/** `user.get` and so on: in full, or after `const { user } = contract`, `const { get } = contract.user`, `const calls = contract.user`. */
function callsNamedIn(text: string): Set<string> {
  const named = Array.from(text.matchAll(/\bcontract\.(\w+)\.(\w+)/g), ([, group, name]) => `${group}.${name}`);
  for (const [, alias = '', group = ''] of text.matchAll(/const (\w+) = contract\.(\w+);/g)) {
    named.push(...membersOf(text, alias, group));
  }
  for (const [, list = '', group] of text.matchAll(/const \{([^}]*)\} = contract(?:\.(\w+))?;/g)) {
    const names = list.split(/[\s,]+/).filter((name) => name !== '');
    named.push(...names.flatMap((name) => (group ? [`${group}.${name}`] : membersOf(text, name, name))));
  }
  return new Set(named);
}

const membersOf = (text: string, alias: string, group: string): string[] =>
  Array.from(text.matchAll(new RegExp(`(?<![\\w.])${alias}\\.(\\w+)`, 'g')), ([, name]) => `${group}.${name}`);

export function ownCallsPage(): string {
  const code = (path: string | undefined) => (path === undefined ? '' : `\`${path}\``);
  const rows = ownCalls().map(({ title, summary, handler, test }) => [code(title), summary, code(handler), code(test)]);
  return `${HEAD}\n${tableOf([['call', 'what it does', 'handler', 'test'], ...rows])}\n`;
}
