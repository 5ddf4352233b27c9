// One name, one thing (decision 0182): a workspace exports a name from one file only, and no exported type has a name that fits any.
// `npm run lint` runs it. Declarations are found by their first words: oxfmt puts them at the start of a line.

import { globSync, readFileSync } from 'node:fs';

const WORKSPACES = ['contract', 'server', 'web', 'e2e', 'bench', 'scripts', 'peers'];
const EXPORTED = /^export (?:declare |abstract |async )*(type|interface|class|enum|function\*?|const|let) (\w+)/;
const TYPES = new Set(['type', 'interface', 'class', 'enum']);
/** Names of types that tell a reader nothing where they are imported. */
const VAGUE = new Set([
  'Answer',
  'Asked',
  'Done',
  'Given',
  'Had',
  'Known',
  'Outcome',
  'Said',
  'Sent',
  'Setting',
  'Taken',
  'Told',
  'Wanted',
]);

interface Declaration {
  readonly name: string;
  readonly isType: boolean;
  readonly file: string;
  readonly line: number;
}

const declarationsIn = (file: string): Declaration[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((text, index) => {
      const [, word = '', name = ''] = EXPORTED.exec(text) ?? [];
      return name === '' ? [] : [{ name, isType: TYPES.has(word), file, line: index + 1 }];
    });

const filesOf = (workspace: string): string[] =>
  globSync(`${workspace}/**/*.{ts,tsx,mjs}`, { exclude: ['**/node_modules', '**/dist', '**/*.d.ts'] }).sort();

const placesOf = (declarations: readonly Declaration[]): string =>
  declarations.map(({ file, line }) => `\n  ${file}:${line}`).join('');

function repeated(workspace: string, declarations: readonly Declaration[]): string[] {
  const byName = Map.groupBy(declarations, ({ name }) => name);
  return [...byName]
    .filter(([, same]) => new Set(same.map(({ file }) => file)).size > 1)
    .map(
      ([name, same]) =>
        `${workspace} exports ${name} from several files. Name each by what it is; if they are one thing, declare it once.${placesOf(same)}`,
    );
}

const vague = (declarations: readonly Declaration[]): string[] =>
  declarations
    .filter(({ name, isType }) => isType && VAGUE.has(name))
    .map((one) => `The name ${one.name} fits any type. Say what it is, like PlanChangeRequest.${placesOf([one])}`);

const faults = WORKSPACES.flatMap((workspace) => {
  const declarations = filesOf(workspace).flatMap(declarationsIn);
  return [...repeated(workspace, declarations), ...vague(declarations)];
});
if (faults.length > 0) {
  console.error(faults.join('\n'));
  process.exitCode = 1;
}
