import { contract } from '@kabinet/contract';
import { staffContract } from '@kabinet/contract/staff';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressed } from './build/compressed.ts';
import { contractTable } from './build/contract-table.ts';
import { inlineLook } from './build/inline-look.ts';
import { reactModules } from './build/react-modules.ts';
import { scopedName } from './build/scoped-name.ts';
import { staffWorker } from './build/staff-worker.ts';

// Builds the staff's pages under /staff/, apart from the cabinet: a subscriber's browser gets none of their files.

const ROOT = import.meta.dirname;
const BASE = '/staff/';
/** The server of development. */
const API = process.env['KABINET_API'] ?? 'http://127.0.0.1:8080';

export default defineConfig({
  root: ROOT,
  base: BASE,
  plugins: [
    react(),
    contractTable(contract),
    contractTable(staffContract, 'virtual:staff-contract'),
    inlineLook(ROOT, BASE),
    reactModules(),
    staffWorker(),
    compressed(),
  ],
  build: {
    outDir: 'dist/staff',
    copyPublicDir: false,
    manifest: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: 'staff.html',
      output: {
        codeSplitting: { groups: [{ name: 'react', test: /node_modules\/(?:react|react-dom|scheduler)\// }] },
        chunkFileNames: 'assets/[name]-[hash:8].js',
      },
    },
  },
  css: { modules: { generateScopedName: scopedName } },
  server: { port: 5174, proxy: { '/api': API, '/lk/provider.json': API } },
});
