import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const NAME = 'login.html';

/**
 * The sign-in page, `login.html`: the same page with its own script, which is small because it has neither the frame nor the
 * cache. It is generated from `index.html`, so that the two never differ.
 */
export function signInPage(root: string, base: string): Plugin {
  const page = async (): Promise<string> =>
    (await readFile(join(root, 'index.html'), 'utf8')).replace('/src/main.tsx', '/src/login.tsx');
  return {
    name: 'sign-in-page',
    resolveId: (id) => (id === NAME ? join(root, NAME) : undefined),
    load: (id) => (id === join(root, NAME) ? page() : undefined),
    configureServer: (server) => {
      server.middlewares.use(`${base}login`, (request, reply, next) => {
        page()
          .then((html) => server.transformIndexHtml(`${base}${NAME}`, html, request.originalUrl))
          .then((html) => reply.setHeader('content-type', 'text/html').end(html))
          .catch(next);
      });
    },
  };
}
