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
      isolate: true,
      setupFiles: ['test/setup.ts'],
      // Class names stay as they are written, so that a test may look for one.
      css: { modules: { classNameStrategy: 'non-scoped' } },
    },
  }),
);
