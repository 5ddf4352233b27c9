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
    globalSetup: ['test/database.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
});
