import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { longestFirst } from '../scripts/lib/longest-first.ts';

// Modules that one process has compiled serve the next: those of the tests, of servers and of commands.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, '../node_modules/.cache/compiled');

const LONGEST = [
  'taps.long',
  'pages.long',
  'session',
  'clock.long',
  'home.long',
  'payment',
  'operation.long',
  'programs',
  'contrast.long',
  'crash.long',
  'offline.long',
  'services',
  'start.long',
];

export default defineConfig({
  test: {
    name: 'e2e',
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    // Enough for a busy machine; normally a test takes seconds.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 20_000 } },
    isolate: false,
    // Node loads all modules itself, as it does for the product: portals run in the processes of the tests.
    experimental: { viteModuleRunner: false },
    sequence: { sequencer: longestFirst(LONGEST.map((name) => `/${name}.test.ts`)) },
    globalSetup: ['harness/demo.ts'],
    // One server and one browser per file; they mostly wait for each other.
    maxWorkers: 2,
  },
});
