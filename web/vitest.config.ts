import { mergeConfig } from 'vite';
import { defineConfig } from 'vitest/config';
import app from './vite.config.ts';

export default mergeConfig(
  app,
  defineConfig({
    test: {
      name: 'web',
      // As the build sets it.
      env: { BASE_URL: '/lk/' },
      environment: 'jsdom',
      environmentOptions: { jsdom: { url: 'https://kabinet.test/lk/' } },
      include: ['src/**/*.test.{ts,tsx}'],
      maxWorkers: 2,
      // Files share a process and its window, which is twice as fast; `setup.ts` puts the window back after each test.
      isolate: false,
      sequence: { setupFiles: 'list' },
      // Milliseconds; the journeys run beside it.
      testTimeout: 30_000,
      setupFiles: ['test/fresh-modules.ts', 'test/setup.ts'],
      // Class names stay as they are written, so that a test may look for one.
      css: { modules: { classNameStrategy: 'non-scoped' } },
    },
  }),
);
