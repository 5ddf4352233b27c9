import fastify from 'fastify';
import { registerPages } from '#server/http/pages/pages.ts';
import { readProvider } from '#server/kernel/provider.ts';

/** Serves built pages without the rest of the portal; returns a function that stops it. */
export async function servePages(
  folder: string,
  port: number,
  options: Parameters<typeof registerPages>[3],
): Promise<() => Promise<void>> {
  const app = fastify({ forceCloseConnections: true });
  await registerPages(app, await readProvider(new URL('../../seeds/provider.json', import.meta.url)), folder, options);
  await app.listen({ host: '127.0.0.1', port });
  return () => app.close();
}
