import type { FastifyInstance } from 'fastify';
import type { World } from '#server/kernel/world.ts';

const STAFFS = /^\/(?:staff|api\/staff)(?:[/?]|$)/;
/** What both hosts have: the signs of life, and the icon that the staff's pages show. */
const ANYBODYS = /^\/(?:livez|readyz|lk\/icon\.svg)(?:\?|$)/;

/**
 * Keeps the staff's pages and calls at their own host, if they have one, and all else away from it: a fault of a page of the cabinet then
 * reaches no session of the staff. At another host there are no such addresses.
 */
export function registerStaffHost(app: FastifyInstance, { publicUrl, staffUrl }: World): void {
  if (staffUrl === publicUrl) return;
  const { host: own } = new URL(staffUrl);
  const isElsewhere = (host: string, url: string) => !ANYBODYS.test(url) && (host === own) !== STAFFS.test(url);
  app.addHook('onRequest', ({ host, url }, reply, done) => {
    if (host === own && url === '/') void reply.redirect('/staff/');
    else if (isElsewhere(host, url)) reply.callNotFound();
    else done();
  });
}
