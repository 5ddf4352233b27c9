import { defineConfig } from 'vitest/config';

// Tests of the portal beside real programs of other projects: mail servers, SIP servers and the like.
export default defineConfig({
  test: {
    name: 'peers',
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    passWithNoTests: true,
    // Enough for a busy machine; normally a test takes seconds.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 20_000 } },
    isolate: false,
    maxWorkers: 2,
  },
});
