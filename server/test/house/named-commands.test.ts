import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { operatorCalls } from '@kabinet/contract/staff';
import { bareCommands } from '../../src/operator/commands.ts';

// What an engineer reads names commands that he then types: each of them exists.

const ROOT = join(import.meta.dirname, '../../..');

const COMMANDS = new Set([
  'help',
  ...bareCommands.map(({ words }) => words),
  ...operatorCalls.map(({ command }) => command.words),
]);
const GROUPS = new Set([...COMMANDS].filter((words) => words.includes(' ')).map((words) => words.split(' ')[0]));

const READMES = ['README.md', 'README.ru.md'];

async function texts(): Promise<string[]> {
  const found = await Promise.all(
    ['docs', 'deploy'].map((folder) => readdir(join(ROOT, folder), { recursive: true, withFileTypes: true })),
  );
  const files = found.flat().filter((entry) => entry.isFile() && !/\.(?:png|jpg|webp|svg|json)$/.test(entry.name));
  return [...READMES.map((name) => join(ROOT, name)), ...files.map(({ parentPath, name }) => join(parentPath, name))];
}

/** `npm run operator -- charge run`, `operator charge run` or `charge run` as code: the words of the command. */
const commandsIn = (text: string): string[] =>
  Array.from(text.matchAll(/(operator -- |`operator |`)([a-z][a-z-]*)( [a-z-]+(?=[ `\n]))?/g)).flatMap(
    ([, before, group = '', verb = '']) =>
      before !== '`' || (verb !== '' && GROUPS.has(group)) ? [`${group}${verb}`] : [],
  );

/** A command with its arguments, or a group of commands. */
const exists = (words: string): boolean =>
  [words, words.split(' ')[0] ?? ''].some((one) => COMMANDS.has(one)) || GROUPS.has(words);

test('the documents and the files of an installation name commands that exist', async () => {
  const { scripts } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const wrong: string[] = [];
  let named = 0;
  for (const file of await texts()) {
    const text = await readFile(file, 'utf8');
    const commands = commandsIn(text);
    const runs = [...text.matchAll(/\bnpm run ([a-z][a-z\d:-]*)/g)].map(([, script = '']) => script);
    named += commands.length + runs.length;
    const unknown = [
      ...commands.filter((words) => !exists(words)),
      ...runs.filter((script) => !Object.hasOwn(scripts, script)),
    ];
    wrong.push(...unknown.map((words) => `${file.slice(ROOT.length + 1)}: ${words}`));
  }
  expect(wrong).toEqual([]);
  expect(named).toBeGreaterThan(100);
});
