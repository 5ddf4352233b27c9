// `npm run release [-- version]`: all that a server needs, in one file each for any Linux x64 (`.tar.gz`) and for Debian (`.deb`).
// Nothing is fetched where they are installed: the built application, the packages, Node and the embedded PostgreSQL are inside.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build, isBuilt } from './lib/web-build.mjs';
import { root } from './lib/command.mjs';
import { makeDebianPackage } from './release/debian.ts';
import { layTree } from './release/tree.ts';

const { version: written } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
const version = process.argv[2] ?? written;
if (!/^[0-9]+\.[0-9]+\.[0-9]+(?:[~+.][a-z0-9.]+)?$/.test(version)) throw new Error(`Not a version: ${version}`);

const place = join(root, 'dist');
const name = `kabinet-${version}-linux-x64`;
const tree = join(place, name);

if (!isBuilt()) {
  const { code, output } = await build();
  if (code !== 0) throw new Error(output);
}
rmSync(place, { recursive: true, force: true });
layTree(tree, version);

const archive = join(place, `${name}.tar.gz`);
// The same tree makes the same archive, whenever it is made.
const alike = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', `--mtime=@${lastChange()}`];
execFileSync('tar', ['-C', place, ...alike, '-czf', archive, name]);
const debian = makeDebianPackage(place, tree, version);
rmSync(tree, { recursive: true });

const sums = [archive, debian].map((file) => `${sumOf(file)}  ${basename(file)}`);
writeFileSync(join(place, 'SHA256SUMS'), `${sums.join('\n')}\n`);
console.log(sums.join('\n'));

/** Seconds of the last commit; of now where there is no history. */
function lastChange(): string {
  try {
    return execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' }).trim();
  } catch {
    return String(Math.floor(Date.now() / 1000));
  }
}

function sumOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}
