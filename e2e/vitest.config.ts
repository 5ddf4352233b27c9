import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'e2e',
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    globalSetup: ['demo.ts'],
    // One server and one browser a file, which mostly wait for each other.
    maxWorkers: 2,
  },
});
