import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { etagOf, isKnownEtag, type HtmlPage } from './html-page.ts';

const PLACE = "/* release */ ''";

interface WorkerScript {
  /** `/lk/sw.js` */
  readonly path: string;
  readonly folder: string;
  readonly page: HtmlPage;
  readonly offline: boolean;
}

/**
 * Serves the service worker with the version of the page that it keeps. A new build or new data of the provider make a new
 * worker, which each browser gets with its next page. Without `offline` it keeps nothing and deletes what it had.
 */
export function registerWorkerScript(app: FastifyInstance, { path, folder, page, offline }: WorkerScript): void {
  app.get(path, async (request, reply) => {
    const [source, { etag: shown }] = await Promise.all([readFile(join(folder, 'sw.js'), 'utf8'), page.current()]);
    const release = offline ? shown.replace(/W\/|"/g, '') : '';
    const script = source.replace(PLACE, () => `'${release}'`);
    const etag = etagOf(script);
    reply.headers({ 'cache-control': 'no-cache', etag });
    if (isKnownEtag(request.headers['if-none-match'], etag)) return reply.status(304).send();
    return reply.type('text/javascript; charset=utf-8').send(script);
  });
}
