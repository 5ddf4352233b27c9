import { readFileSync } from 'node:fs';
import { contract } from '@kabinet/contract';
import react from '@vitejs/plugin-react';
import { defineConfig, type Manifest, type Plugin } from 'vite';
import { contractTable } from './build/contract-table.ts';
import { pageHead, stylesMark, styleText } from './build/page-head.ts';
import { scopedName } from './build/scoped-name.ts';
import type { RenderedHead } from './src/rendered-page.tsx';

// Builds the screens of the cabinet and the sign-in page as the server renders them, after the files for browsers, with everything they need.

const ROOT = import.meta.dirname;
const BASE = '/lk/';

/** In the frame of every screen. */
const FRAME = 'src/features/home/after-first.ts';
/** What few clients see on home. */
const SELDOM = 'src/features/home/seldom.ts';
/** Files of the rendered screens (`src/app/rendered-screens.ts`) that a browser loads after the first ones. */
const SCREENS = {
  home: [],
  'seldom home': [SELDOM],
  many: ['src/features/home/many/many-home.tsx'],
  'seldom many': ['src/features/home/many/many-home.tsx', SELDOM],
  payment: [
    'src/app/payment-page.tsx',
    'src/shared/money/promised/promised-parts.ts',
    'src/features/payment/autopayment/autopayment-card.tsx',
    'src/features/payment/transfer-card.tsx',
  ],
  internet: [
    'src/features/internet/internet-page.tsx',
    'src/features/internet/access/access-section.tsx',
    'src/shared/plan/services-section.tsx',
    'src/shared/suspension/suspension-section.tsx',
    'src/features/internet/schedule/schedule.tsx',
  ],
  history: ['src/features/payments-history/payments-history-page.tsx'],
} satisfies Record<string, readonly string[]>;

/** What a screen shows besides while services are off for a debt: the promised payment. */
const OF_DEBT = ['src/shared/money/promised/promised-parts.ts'];

/** Loads the parts of all rendered screens, so that nobody's page waits for their files. */
function renderedParts(): Plugin {
  const name = 'virtual:rendered-parts';
  const files = new Set([FRAME, ...OF_DEBT, ...Object.values(SCREENS).flat()]);
  const code = `export const loadParts = () => Promise.all([${[...files].map((file) => `import('/${file}')`).join()}]);`;
  return {
    name,
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load: (id) => (id === `\0${name}` ? code : undefined),
  };
}

const addressOf = (file: string): string => `${BASE}${file}`;

/** What the rendered pages name of the build for browsers. Read only by a build: whoever loads this file may have none yet. */
function namesOfBuild(): Record<'FONT' | 'STYLES' | 'HEADS' | 'LOGIN_HEAD', string> {
  const manifest = JSON.parse(readFileSync(`${ROOT}/dist/.vite/manifest.json`, 'utf8')) as Manifest;
  const font = Object.values(manifest).flatMap(({ assets = [] }) =>
    assets.filter((file) => file.endsWith('.woff2')),
  )[0];
  if (font === undefined) throw new Error('The build for browsers lacks the font.');
  const heads = Object.entries(SCREENS).flatMap(([name, files]): [string, RenderedHead][] => [
    [name, headOf(manifest, 'index.html', FRAME, ...files)],
    // In debt home is always the one that few clients see.
    ...(name === 'home' || name === 'many'
      ? []
      : [
          [`${name} in debt`, headOf(manifest, 'index.html', FRAME, ...files, ...OF_DEBT)] satisfies [
            string,
            RenderedHead,
          ],
        ]),
  ]);
  const login = headOf(manifest, 'login.html', 'src/features/sign-in/passkey-way.tsx');
  const styles = new Set([login, ...heads.map(([, head]) => head)].flatMap((head) => head.styles));
  return {
    FONT: JSON.stringify(addressOf(font)),
    STYLES: JSON.stringify(
      Object.fromEntries(Array.from(styles, (file) => [file, styleText(`${ROOT}/dist`, BASE, file)])),
    ),
    HEADS: JSON.stringify(Object.fromEntries(heads)),
    LOGIN_HEAD: JSON.stringify(login),
  };
}

/** The files that come with a part: its own, and those of what it imports. */
function partsWith(manifest: Manifest, part: string, found = new Set<string>()): string[] {
  const { imports = [], css = [], file } = manifest[part] ?? {};
  if (file === undefined) throw new Error(`The build for browsers lacks ${part}.`);
  if (found.has(part)) return [];
  found.add(part);
  return [...imports.flatMap((one) => partsWith(manifest, one, found)), file, ...css];
}

/** The head of a built page. Its `later` parts are rendered with the page, but a browser loads them after the first screen. */
function headOf(manifest: Manifest, page: string, ...later: string[]): RenderedHead {
  const html = readFileSync(`${ROOT}/dist/${page}`, 'utf8');
  const parts = [...new Set(later.flatMap((part) => partsWith(manifest, part)))].filter((one) => !html.includes(one));
  const ending = (end: string): string[] => parts.filter((one) => one.endsWith(end)).map(addressOf);
  const files = { styles: ending('.css'), scripts: ending('.js') };
  const mark = stylesMark(Object.values(manifest).flatMap(({ css = [] }) => css));
  return pageHead({ folder: `${ROOT}/dist`, base: BASE, file: page, later: files, mark });
}

export default defineConfig({
  root: ROOT,
  base: BASE,
  plugins: [
    react(),
    contractTable(contract),
    renderedParts(),
    { name: 'names-of-build', config: () => ({ define: namesOfBuild() }) },
  ],
  resolve: {
    alias: {
      '@tanstack/react-query': `${ROOT}/src/api/query-on-server.tsx`,
      '#web/api/use-call.ts': `${ROOT}/src/api/on-server/use-call-on-server.ts`,
      '#web/lib/text/clock-in.ts': `${ROOT}/src/lib/text/clock-on-server.ts`,
    },
  },
  define: { 'process.env.NODE_ENV': '"production"' },
  publicDir: false,
  ssr: { noExternal: true, target: 'node' },
  build: {
    ssr: true,
    outDir: 'dist/server',
    minify: true,
    // A running server imports a new build beside the former one.
    rolldownOptions: {
      input: ['src/cabinet-document.tsx', 'src/login-document.tsx'],
      output: { entryFileNames: '[name]-[hash].js' },
    },
  },
  css: { modules: { generateScopedName: scopedName } },
});
