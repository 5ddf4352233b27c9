import { contract } from '@kabinet/contract';
import { staffContract } from '@kabinet/contract/staff';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressed } from './build/compressed.ts';
import { contractTable } from './build/contract-table.ts';
import { firstLoad } from './build/first-load.ts';
import { inlineLook } from './build/inline-look.ts';
import { lighterQueries } from './build/lighter-queries.ts';
import { reactModules } from './build/react-modules.ts';
import { scopedName } from './build/scoped-name.ts';
import { signInPage } from './build/sign-in-page.ts';
import { worker } from './build/worker.ts';

/** The server of development. */
const API = process.env['KABINET_API'] ?? 'http://127.0.0.1:8080';

const ROOT = import.meta.dirname;
const SOURCES = `${ROOT}/src`;
const BASE = '/lk/';

export default defineConfig({
  root: ROOT,
  base: BASE,
  plugins: [
    react(),
    contractTable(contract),
    // For the tests of the staff's screens, which have a build of their own (vite.staff.config.ts).
    contractTable(staffContract, 'virtual:staff-contract'),
    signInPage(ROOT, BASE),
    inlineLook(ROOT, BASE),
    lighterQueries(),
    reactModules(),
    worker(ROOT),
    compressed(),
  ],
  build: {
    manifest: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: ['index.html', 'login.html'],
      treeshake: { propertyReadSideEffects: false },
      // A screen that shares with its own later parts would need the bundler's runtime, which the first load then gets as one file more.
      experimental: { chunkOptimization: false },
      output: {
        codeSplitting: {
          groups: [
            // Apart from the rest: it is the same in the next release, and runs in a task of its own.
            { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler)\/|rolldown\/runtime/, priority: 1 },
            firstLoad(
              `${SOURCES}/login.tsx`,
              `${SOURCES}/main.tsx`,
              `${SOURCES}/features/home/after-first.ts`,
              `${SOURCES}/features/home/seldom.ts`,
              `${SOURCES}/shared/confirmation/confirm-dialog.tsx`,
            ),
            // What the login page shares with its own later parts: one file, because three small ones compress badly.
            { name: 'gate', test: /sign-in\/(?:login-|destination|sign-in\.module)|lib\/use-now/ },
          ],
        },
        // Each name travels with the first load, so it is only a hash: 48 random bits tell the files of two releases apart.
        chunkFileNames: 'assets/[hash:8].js',
        assetFileNames: ({ names: [name = ''] }) =>
          name.endsWith('.css') ? 'assets/[hash:8][extname]' : 'assets/[name]-[hash:6][extname]',
      },
    },
  },
  css: { modules: { generateScopedName: scopedName } },
  server: {
    port: 5173,
    proxy: Object.fromEntries(
      ['/api', '/lk/auth', '/lk/logout', '/lk/document', '/lk/provider.json', '/sandbox'].map((path) => [path, API]),
    ),
  },
});
