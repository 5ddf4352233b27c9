import { contract } from '@kabinet/contract';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressed } from './build/compressed.ts';
import { contractTable } from './build/contract-table.ts';

/** The server of development. */
const API = process.env['KABINET_API'] ?? 'http://127.0.0.1:8080';

/**
 * What every screen is made of comes with the entry: otherwise each pair of screens would share a file of its own. So do the
 * styles of the frame and of home: one stylesheet for the first load instead of two.
 */
const MAIN = new RegExp(
  [
    'web/src/(?:main\\.tsx|(?:ui|lib|api)/(?!choice|look|clean-markup)|app/layouts|parts/(?:page-head|brand|return-path))',
    'web/src/(?:parts|features/home)/.*\\.module\\.css',
    'node_modules/(?!dompurify|uqr)',
    'contract/src/kernel/(?:address|money|day)|virtual:contract',
    'vite/preload',
  ].join('|'),
);

/** The frame and home with the parts they are made of: one file. What opens on a press, or belongs to one screen, stays apart. */
const FRAME = new RegExp(
  [
    'web/src/(?:features/home/|app/(?:frame|main-layout))',
    'web/src/parts/(?:account-|balance-pill|bottom-bar|client-card-later|frame-data|header|incident|markup|menu|notices)',
    'web/src/parts/(?:offline|panel-view|who|service-(?:loaded|note|row|state|texts|words))',
  ].join('|'),
);

export default defineConfig({
  root: import.meta.dirname,
  base: '/lk/',
  plugins: [react(), contractTable(contract), compressed()],
  build: {
    manifest: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'main', test: MAIN, priority: 2 },
            { name: 'frame', test: FRAME, priority: 1 },
          ],
        },
      },
    },
  },
  // Features that still write the general router’s name get ours: the names are the same (src/lib/router.tsx).
  resolve: { alias: { 'react-router': `${import.meta.dirname}/src/lib/router.tsx` } },
  css: { modules: { generateScopedName: '[hash:base64:5]' } },
  server: {
    port: 5173,
    proxy: Object.fromEntries(
      ['/api', '/lk/auth', '/lk/logout', '/lk/provider.json', '/sandbox'].map((path) => [path, API]),
    ),
  },
});
