import { defineConfig } from 'vitest/config';

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
    // Signing in hundreds of times costs more than all the rest of such a test.
    alias: { '@node-rs/argon2': `${import.meta.dirname}/test/cheap-argon2.ts` },
    globalSetup: ['test/database.ts'],
    // Limits for a busy machine: a test normally takes a fraction of a second, the longest some seconds.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    maxWorkers: 2,
    // Files share a process and its modules, which keep no state between portals.
    isolate: false,
  },
});
