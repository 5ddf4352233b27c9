import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

// Modules that one process has compiled serve the next.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, '../node_modules/.cache/compiled');

export default defineConfig({
  test: {
    name: 'server',
    root: import.meta.dirname,
    include: [
      'src/**/*.test.ts',
      'test/**/*.test.ts',
      'seeds/**/*.test.ts',
      'simulator/**/*.test.ts',
      'fuzz/**/*.test.ts',
      '../contract/src/**/*.test.ts',
    ],
    // Node loads all modules itself, as it does for the product.
    experimental: { viteModuleRunner: false },
    execArgv: ['--import', `${import.meta.dirname}/test/process/cheap-hashes.ts`],
    globalSetup: ['test/database/database.ts'],
    // Limits for a busy machine: a test normally takes a fraction of a second, the longest some seconds.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    maxWorkers: 2,
    // Files share a process and its modules, which keep no state between portals.
    isolate: false,
  },
});
