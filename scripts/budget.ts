// Checks the size of the first load of a screen, compressed with brotli, in kB of 1000 bytes.
import { createHash } from 'node:crypto';
import { globSync, readFileSync, statSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { root } from './lib/command.mjs';

interface Chunk {
  file: string;
  isDynamicEntry?: boolean;
  imports?: string[];
  css?: string[];
}

interface Line {
  what: string;
  found: number;
  atMost: number;
  unit: string;
}

const dist = join(root, 'web', 'dist');
const manifest = JSON.parse(readFileSync(join(dist, '.vite', 'manifest.json'), 'utf8')) as Record<string, Chunk>;

function chunkOf(key: string): Chunk {
  const chunk = manifest[key];
  if (!chunk) throw new Error(`The build has no chunk of ${key}: mend scripts/budget.ts.`);
  return chunk;
}

/** The files loaded with these chunks, without dynamic imports. */
function filesOf(keys: string[], seen = new Set<string>()): Set<string> {
  const files = new Set<string>();
  for (const key of keys.filter((one) => !seen.has(one))) {
    seen.add(key);
    const { file, css = [], imports = [] } = chunkOf(key);
    for (const one of [file, ...css, ...filesOf(imports, seen)]) files.add(one);
  }
  return files;
}

/** As random as the name of a file, but the same for each build of the same modules. */
const nameBy = (key: string): string => createHash('sha256').update(key).digest('base64url').slice(0, 8);

const steadyNames = new Map<string, string>();
for (const [key, { file, css = [] }] of Object.entries(manifest)) {
  for (const one of [file, ...css]) steadyNames.set(hashIn(one), nameBy(`${key} ${extname(one)}`));
}

/** `assets/login-BSMXq9g8.js` has `BSMXq9g8`. */
function hashIn(file: string): string {
  return /[\w-]{8}(?=\.\w+$)/.exec(file)?.[0] ?? file;
}

/** Any change gives files other names, and names that happen to compress worse would cost a hundred bytes. */
const withSteadyNames = (text: string): string =>
  text.replaceAll(/[\w-]{8}(?=\.(?:js|css)\b)/g, (hash) => steadyNames.get(hash) ?? hash);

function kilobytes(files: Iterable<string>, suffix = ''): number {
  let bytes = 0;
  for (const file of files) {
    if (!file.endsWith(suffix)) continue;
    bytes += brotliCompressSync(withSteadyNames(readFileSync(join(dist, file), 'utf8'))).length;
  }
  return bytes / 1000;
}

/** The page and the files it requests, except its icon. */
function loadOf(page: string, base = '/lk/'): Set<string> {
  const folder = page.includes('/') ? `${dirname(page)}/` : '';
  const named = readFileSync(join(dist, page), 'utf8').matchAll(/(?:src|href)="([^"]+\.(?:js|css))"/g);
  const files = Array.from(named, ([, address = '']) => address).filter((address) => address.startsWith(base));
  return new Set([page, ...files.map((address) => folder + address.slice(base.length))]);
}

const home = loadOf('index.html');
/** With the file that home loads at once after it. */
const wholeHome = new Set([...home, ...filesOf(['src/features/home/after-first.ts'])]);
const login = loadOf('login.html');
const routes = Object.keys(manifest).filter((key) => key.endsWith('-page.tsx') && chunkOf(key).isDynamicEntry);
const ownOf = (route: string) => [...filesOf([route])].filter((file) => !home.has(file));
const fonts = globSync('**/*.woff2', { cwd: dist, exclude: ['staff/**'] });
/** The staff's pages, a build of their own. */
const staff = loadOf('staff/staff.html', '/staff/');

const lines: Line[] = [
  { what: 'home, first load without the font', found: kilobytes(home), atMost: 109.4, unit: 'kB' },
  { what: 'home with what follows', found: kilobytes(wholeHome), atMost: 121, unit: 'kB' },
  { what: 'home, requests', found: home.size, atMost: 6, unit: 'files' },
  { what: 'home, JS', found: kilobytes(home, '.js'), atMost: 99.2, unit: 'kB' },
  { what: 'home, CSS', found: kilobytes(home, '.css'), atMost: 9.4, unit: 'kB' },
  { what: 'HTML', found: kilobytes(['index.html']), atMost: 1, unit: 'kB' },
  { what: 'login, first load without the font', found: kilobytes(login), atMost: 78.6, unit: 'kB' },
  { what: 'staff, first load without the font', found: kilobytes(staff), atMost: 120, unit: 'kB' },
  ...fonts.map((font) => ({ what: font, found: statSync(join(dist, font)).size / 1000, atMost: 21, unit: 'kB' })),
  { what: 'fonts', found: fonts.length, atMost: 1, unit: 'files' },
  ...routes.map((route) => ({
    what: route,
    found: kilobytes(ownOf(route)),
    atMost: 30.1,
    unit: 'kB',
  })),
];

for (const { what, found, atMost, unit } of lines) {
  const verdict = found <= atMost ? '' : '  TOO MUCH';
  console.log(`${what.padEnd(60)} ${found.toFixed(1).padStart(6)} of ${atMost} ${unit}${verdict}`);
}
if (lines.some(({ found, atMost }) => found > atMost)) process.exitCode = 1;
