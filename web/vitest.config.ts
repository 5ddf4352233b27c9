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
      // Each file by itself: a part of a page that came late from the file before met modules of this one, and its requests got no answer.
      isolate: true,
      // Milliseconds; the journeys run beside it.
      testTimeout: 30_000,
      setupFiles: ['test/setup.ts'],
      // Class names stay as they are written, so that a test may look for one.
      css: { modules: { classNameStrategy: 'non-scoped' } },
    },
  }),
);
