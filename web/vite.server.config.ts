import { readFileSync } from 'node:fs';
import { contract } from '@kabinet/contract';
import react from '@vitejs/plugin-react';
import { defineConfig, type Manifest } from 'vite';
import { contractTable } from './build/contract-table.ts';
import { scopedName } from './build/scoped-name.ts';

// Builds the home screen and the sign-in page as the server renders them, after the files for browsers, with everything they need.

const ROOT = import.meta.dirname;
const BASE = '/lk/';
const LATER = 'src/features/home/after-first.ts';
const PASSKEY = 'src/features/sign-in/passkey-way.tsx';

const manifest = JSON.parse(readFileSync(`${ROOT}/dist/.vite/manifest.json`, 'utf8')) as Manifest;
/** The browser loads these styles with the parts that come after the first screen; the rendered page already has those parts. */
const laterStyles = manifest[LATER]?.css ?? [];
const loginStyles = manifest[PASSKEY]?.css ?? [];
const font = Object.values(manifest).flatMap(({ assets = [] }) => assets.filter((file) => file.endsWith('.woff2')))[0];
if (font === undefined || laterStyles.length === 0)
  throw new Error('The build for browsers lacks the font or the later styles.');
const addressOf = (file: string): string => `${BASE}${file}`;

export default defineConfig({
  root: ROOT,
  base: BASE,
  plugins: [react(), contractTable(contract)],
  define: {
    FONT: JSON.stringify(addressOf(font)),
    LATER_STYLES: JSON.stringify(laterStyles.map(addressOf)),
    LOGIN_STYLES: JSON.stringify(loginStyles.map(addressOf)),
    'process.env.NODE_ENV': '"production"',
  },
  publicDir: false,
  ssr: { noExternal: true, target: 'node' },
  build: {
    ssr: true,
    outDir: 'dist/server',
    minify: true,
    // A running server imports a new build beside the former one.
    rolldownOptions: {
      input: ['src/home-document.tsx', 'src/login-document.tsx'],
      output: { entryFileNames: '[name]-[hash].js' },
    },
  },
  css: { modules: { generateScopedName: scopedName } },
});
