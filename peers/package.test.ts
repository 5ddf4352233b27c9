import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeDebianPackage } from '../scripts/release/debian.ts';
import { layTree } from '../scripts/release/tree.ts';
import { freePort } from './mail/folder.ts';

// What `npm run release` makes, taken apart by Debian's own program, and run outside the sources: nothing of theirs is in reach.

const VERSION = '9.9.9';
let folder: string;
let file: string;
let home: string;
let server: ChildProcess | undefined;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kabinet-package-'));
  const tree = join(folder, 'tree');
  layTree(tree, VERSION);
  file = makeDebianPackage(folder, tree, VERSION, 'none');
  await rm(tree, { recursive: true });
  execFileSync('dpkg-deb', ['-x', file, join(folder, 'root')]);
  home = join(folder, 'root/usr/lib/kabinet');
});

afterAll(async () => {
  if (server?.exitCode === null) {
    server.kill('SIGTERM');
    await once(server, 'exit');
  }
  await rm(folder, { recursive: true, force: true });
});

const settings = () => join(folder, 'kabinet.env');
const environment = (more: Record<string, string> = {}) => ({
  PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
  KABINET_DATA: join(folder, 'data'),
  KABINET_SETTINGS: settings(),
  ...more,
});

const command = (...words: string[]) =>
  execFileSync(join(home, 'bin/kabinet'), words, {
    env: environment(),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });

test('the package names its settings as the engineer’s, and brings nothing of tests or of development', () => {
  const field = (name: string) => execFileSync('dpkg-deb', ['-f', file, name], { encoding: 'utf8' }).trim();
  expect([field('Package'), field('Version')]).toEqual(['kabinet', VERSION]);
  expect(execFileSync('dpkg-deb', ['-I', file, 'conffiles'], { encoding: 'utf8' }).trim().split('\n')).toEqual([
    '/etc/kabinet/kabinet.env',
    '/etc/kabinet/migration.env',
    '/etc/kabinet/provider.json',
    '/etc/kabinet/backup.env',
  ]);
  const files = execFileSync('dpkg-deb', ['-c', file], { encoding: 'utf8', maxBuffer: 64 << 20 });
  const lines = files.split('\n').filter((line) => line !== '');
  const ofTests =
    /\/kabinet\/(?:contract|server|web)\/.*\.test\.|\/node_modules\/(?:vitest|typescript|react|oxlint)\/|\/server\/test\/|\/web\/src\//;
  expect(lines.filter((line) => ofTests.test(line))).toEqual([]);
  // Everything belongs to root, and nobody else may write it.
  const isForeign = (line: string) => {
    const [mode = '', owner = ''] = line.split(/\s+/);
    const mayOthersWrite = !mode.startsWith('l') && (mode[5] === 'w' || mode[8] === 'w');
    return mayOthersWrite || owner.split('/').some((name) => name !== 'root');
  };
  expect(lines.filter(isForeign)).toEqual([]);
  // The address of the owner of the tables is for root alone.
  expect(lines.find((line) => line.endsWith('/etc/kabinet/migration.env'))).toMatch(/^-rw-{7} /);
});

const UNITS = 'root/usr/lib/systemd/system';
const textIn = (place: string, names: readonly string[]) =>
  Promise.all(names.map((name) => readFile(join(place, name), 'utf8')));

test('systemd takes every unit, with the programs that it starts', async () => {
  const units = await readdir(join(folder, UNITS));
  expect(units).toEqual(expect.arrayContaining(['kabinet@.service', 'kabinet-worker.service', 'kabinet-drill.timer']));
  const place = join(folder, 'units');
  await mkdir(place);
  for (const [at, text] of (await textIn(join(folder, UNITS), units)).entries())
    await writeFile(join(place, units[at] ?? ''), text.replaceAll('/usr/lib/kabinet', home));
  const { status, stderr } = spawnSync(
    'systemd-analyze',
    ['verify', '--man=no', ...units.map((unit) => join(place, unit))],
    {
      env: { ...process.env, SYSTEMD_UNIT_PATH: `${place}:` },
      encoding: 'utf8',
    },
  );
  expect(stderr.split('\n').filter((line) => line.includes('kabinet'))).toEqual([]);
  expect(status).toBe(0);
});

test('whatever pages, units, scripts and settings name is in the package', async () => {
  const root = join(folder, 'root');
  const named = globSync(['usr/lib/kabinet/{docs,deploy}/**/*', 'etc/kabinet/*', 'usr/lib/systemd/system/*'], {
    cwd: root,
  });
  const texts = await textIn(
    root,
    named.filter((name) => /\.(?:md|sh|sql|conf|env|service|timer|yml|yaml)$/.test(name)),
  );
  const all = (pattern: RegExp) => [...new Set(texts.flatMap((text) => text.match(pattern) ?? []))];
  const paths = all(/(?<![\w./])\/usr\/lib\/kabinet\/[\w./@-]*\w/g);
  expect(paths.length).toBeGreaterThan(15);
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  const units = all(/(?<![\w/])kabinet-[\w@-]+\.(?:service|timer)/g).map((unit) =>
    unit.replace(/@\w+\.service$/, '@.service'),
  );
  expect(units).toContain('kabinet-drill.timer');
  // Those beside another billing are for its server.
  const places = [join(folder, UNITS), join(root, 'usr/lib/kabinet/deploy/billing')];
  expect(units.filter((unit) => !places.some((place) => existsSync(join(place, unit))))).toEqual([]);
});

/** It makes its database and loads the demo, beside the other tests. */
const STARTS_WITHIN_MS = 240_000;

test(
  'the installed server starts with its one file of settings, and a subscriber signs in',
  async () => {
    const port = await freePort();
    await writeFile(settings(), `KABINET_DEMO=on\nMETRICS_PORT=${await freePort()}\nPORT=1\n`);
    // What a unit sets goes before the file.
    server = spawn(join(home, 'bin/kabinet-server'), {
      env: environment({ PORT: String(port) }),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    for (const stream of [server.stdout, server.stderr])
      stream?.on('data', (text: Buffer) => (said += text.toString()));
    await expect.poll(() => said, { timeout: STARTS_WITHIN_MS }).toContain('Кабинет готов');

    const origin = `http://127.0.0.1:${port}`;
    const page = await fetch(`${origin}/lk/login`);
    expect(await page.text()).toContain('<script');
    const signedIn = await fetch(`${origin}/api/v2/auth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin },
      body: JSON.stringify({ login: '100001', password: 'demo-kabinet' }),
    });
    expect(signedIn.status).toBe(200);
    // The command reads the same settings, finds the same database, and calls itself by its name.
    expect(command('ledger', 'verify')).toContain('Книги сходятся');
    expect(command('help')).toContain('Командная строка оператора: kabinet <команда>');
    expect(command('completions', 'bash')).toContain('_kabinet_operator kabinet');
  },
  2 * STARTS_WITHIN_MS,
);

test('a command of somebody who may not read the settings says what to do', () => {
  expect(existsSync('/etc/kabinet/kabinet.env')).toBe(false);
  const asked = () =>
    execFileSync(join(home, 'bin/kabinet'), ['check'], {
      env: { ...environment(), KABINET_SETTINGS: '/etc/kabinet/kabinet.env' },
      encoding: 'utf8',
      stdio: 'pipe',
    });
  expect(asked).toThrow(/Выполните: sudo kabinet check/);
});
