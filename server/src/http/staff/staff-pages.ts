import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { Portal } from '#server/kernel/world.ts';
import { contentPolicy } from '../api/headers.ts';
import { htmlPage, scriptsIn } from '../pages/html-page.ts';
import { embeddedProvider, publicPart } from '../pages/embedded-provider.ts';
import { registerWorkerScript } from '../pages/worker-script.ts';
import { isStaffKnown } from './staff-known.ts';

const ONE_YEAR_MS = 31_536_000_000;
const ICON = '<link rel="icon" href="/lk/icon.svg" type="image/svg+xml">';

/** A technician reads the code on a router. */
const WITH_CAMERA = 'camera=(self), microphone=(), geolocation=()';

interface StaffPages {
  readonly webFolder?: string | undefined;
  readonly offline?: boolean | undefined;
}

/**
 * Serves the staff's pages under `/staff/`: one page for every address, and its files, which no page of a subscriber names. Until a person
 * of the staff is added, there are no such addresses. The page holds nothing but the provider's name; the calls refuse strangers.
 */
export async function registerStaffPages(
  app: FastifyInstance,
  portal: Portal,
  { webFolder, offline = true }: StaffPages,
): Promise<void> {
  if (webFolder === undefined) return;
  const folder = join(webFolder, 'staff');
  const head = ICON + embeddedProvider({ ...publicPart(portal.world.provider), offline });
  const page = await htmlPage(join(folder, 'staff.html'), {
    fill: (built) => ({ html: built.replace('<!--provider-->', () => head), allowed: scriptsIn(built) }),
    policyOf: (allowed) => contentPolicy({ 'script-src': `'self' ${allowed['script-src'] ?? ''}` }),
  });
  registerWorkerScript(app, { path: '/staff/sw.js', folder, page, offline });
  app.get('/staff', (_, reply) => reply.redirect('/staff/'));
  app.get('/staff/*', async (request, reply) => {
    if (await isStaffKnown(portal)) return page.send(request, reply.header('permissions-policy', WITH_CAMERA));
    reply.callNotFound();
    return reply;
  });
  await app.register(fastifyStatic, {
    root: join(folder, 'assets'),
    prefix: '/staff/assets/',
    decorateReply: false,
    preCompressed: true,
    immutable: true,
    maxAge: ONE_YEAR_MS,
  });
}
