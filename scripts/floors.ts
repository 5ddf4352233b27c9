// Generates docs/floors.md from the imports of server/src/domain. With --check it reports whether the page is stale, and what the imports
// break of the rules of rooms and floors: reading all files takes seconds, so they are read once for both.
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { cruise, format as report, type ICruiseResult } from 'dependency-cruiser';
import extractOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';
import extractTsConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import { format } from 'oxfmt';
import { FLOORS } from './lib/floors.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PAGE = 'docs/floors.md';
const CONTEXTS = FLOORS.flat();

interface Context {
  readonly folders: Set<string>;
  readonly imports: Set<string>;
}

/** `server/src/domain/money/vat/vat.rules.ts` → `['money', 'vat']`; undefined for a file outside the contexts. */
function placeOf(file: string): [context: string, folder: string | undefined] | undefined {
  const [, context, folder] = /^server\/src\/domain\/([^/]+)\/(?:([^/]+)\/)?/.exec(file) ?? [];
  return context === undefined ? undefined : [context, folder];
}

/** All that has rooms. */
const ROOMS = [
  'web/src',
  'contract/src',
  'e2e',
  'bench',
  ...['seeds', 'simulator', 'fuzz', 'src'].map((part) => `server/${part}`),
];

async function readImports(config: string, folders: readonly string[]): Promise<ICruiseResult> {
  const options = { ...(await extractOptions(config)), validate: true };
  const { output } = await cruise([...folders], options, undefined, {
    tsConfig: extractTsConfig('tsconfig.base.json'),
  });
  return output as ICruiseResult;
}

function contextsIn({ modules }: ICruiseResult): Map<string, Context> {
  const contexts = new Map(
    CONTEXTS.map((name): [string, Context] => [name, { folders: new Set(), imports: new Set() }]),
  );
  for (const { source, dependencies } of modules) {
    const place = placeOf(source);
    if (!place) continue;
    const [name, folder] = place;
    const context = contexts.get(name);
    if (!context) throw new Error(`server/src/domain/${name} has no floor yet: name it in scripts/lib/floors.mjs`);
    if (folder !== undefined) context.folders.add(folder);
    for (const { resolved } of dependencies) {
      const [other] = placeOf(resolved) ?? [name];
      if (other !== name) context.imports.add(other);
    }
  }
  return contexts;
}

const importsOf = (contexts: Map<string, Context>, name: string): string[] =>
  CONTEXTS.filter((other) => contexts.get(name)?.imports.has(other));

/** Whether one context reaches the other through a third one: then its arrow is redundant. */
const leadsByOthers = (contexts: Map<string, Context>, from: string, to: string): boolean =>
  importsOf(contexts, from).some((other) => other !== to && reaches(contexts, other, to));

const reaches = (contexts: Map<string, Context>, from: string, to: string): boolean =>
  importsOf(contexts, from).some((other) => other === to || reaches(contexts, other, to));

const foldersOf = (contexts: Map<string, Context>, name: string): string[] =>
  [...(contexts.get(name)?.folders ?? [])].sort();

function picture(contexts: Map<string, Context>): string {
  const floors = FLOORS.map((names, floor) =>
    [
      `  subgraph floor${floor + 1} ["${floor + 1}"]`,
      ...names.map((name) => `    ${name}["${[`<b>${name}</b>`, ...foldersOf(contexts, name)].join('<br>')}"]`),
      '  end',
    ].join('\n'),
  );
  const arrows = CONTEXTS.flatMap((from) =>
    importsOf(contexts, from)
      .filter((to) => !leadsByOthers(contexts, from, to))
      .map((to) => `  ${from} --> ${to}`),
  );
  return ['flowchart TB', ...floors.reverse(), ...arrows.reverse()].join('\n');
}

function table(contexts: Map<string, Context>): string {
  const rows = FLOORS.flatMap((names, floor) =>
    names.map((name) => {
      const cells = [foldersOf(contexts, name), importsOf(contexts, name)].map((names) => names.join(' · '));
      return `| ${floor + 1} | ${name} | ${cells.join(' | ')} |`;
    }),
  );
  return ['| floor | context | its folders | imports |', '| --- | --- | --- | --- |', ...rows.reverse()].join('\n');
}

const pageOf = (contexts: Map<string, Context>): string => `# The floors of the domain

\`npm run floors\` generates this page from the imports of \`server/src/domain\`, without tests. \`npm run imports\` fails when the page is stale, when a
context imports a context that is not below it, and when folders have an import cycle.

An arrow means "imports". An arrow that a longer path implies is left out; the table lists all.

\`\`\`mermaid
${picture(contexts)}
\`\`\`

${table(contexts)}
`;

const pageFrom = async (imports: ICruiseResult): Promise<string> =>
  (await format(PAGE, pageOf(contextsIn(imports)))).code;

async function check(): Promise<void> {
  const imports = await readImports('./.dependency-cruiser.rooms.mjs', ROOMS);
  const { output, exitCode } = await report(imports, { outputType: 'err' });
  console.log(output);
  process.exitCode = exitCode;
  // Of imports that go in a circle no page can be drawn.
  if (exitCode !== 0 || (await readFile(PAGE, 'utf8').catch(() => '')) === (await pageFrom(imports))) return;
  console.error(`${PAGE} is stale: npm run floors`);
  process.exitCode = 1;
}

process.chdir(ROOT);
if (process.argv.includes('--check')) await check();
else
  await writeFile(PAGE, await pageFrom(await readImports('./.dependency-cruiser.floors.mjs', ['server/src/domain'])));
