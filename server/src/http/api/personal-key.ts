import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Database, Tx } from '#server/db/database.ts';
import { formerCalendarFile } from '#server/domain/calendar/ical.ts';
import { ownerOfKey } from '#server/domain/identity/personal-key/personal-key.ts';
import type { KeyScope } from '#server/domain/identity/personal-key/personal-key.queries.ts';
import { PERSONAL_DATA } from '#server/handlers/identity/personal-key/personal-data.ts';
import { BooksBehind } from '#server/kernel/job/behind.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { rehearse } from '#server/kernel/call/rehearsal.ts';
import type { Portal } from '#server/kernel/world.ts';

const isKey = (key: string): boolean => /^kabinet_[\w-]{43}$/.test(key);
const isCalendarSecret = (secret: string): boolean => /^kabinetcal_[\w-]{43}$/.test(secret);
/** A key that stands in an address, which logs of proxies and histories of browsers keep. */
const hasKey = ({ url }: FastifyRequest): boolean => /kabinet(?:_|%5f)/i.test(url);

const NO_KEY = 'Нужен ключ: Authorization: Bearer kabinet_…';
const IN_ADDRESS =
  'Ключ стоит в адресе, а адреса видят чужие. Отзовите его и передавайте новый в заголовке Authorization';

const keyIn = ({ headers }: FastifyRequest): string =>
  /^Bearer (\S{1,100})$/.exec(headers.authorization ?? '')?.[1] ?? '';

/** Serves what a subscriber's own programs read by a personal key: docs/personal-key.md. */
export function registerPersonalKey(app: FastifyInstance, { world }: Portal): void {
  const read = async (key: string, scope: KeyScope, reply: FastifyReply): Promise<unknown> => {
    const { db, clock } = world;
    const now = clock.now();
    // A refusal is returned, not thrown, because the refused use must be counted.
    const owner = await db.write((tx) => ownerOfKey(tx, key, scope, now));
    if (owner instanceof Problem) throw owner;
    reply.header('cache-control', 'no-store');
    return readToday(db, (tx) => PERSONAL_DATA[scope](tx, owner.contract_id, world, now));
  };
  for (const scope of ['balance', 'services'] as const) {
    app.get(`/api/personal/${scope}`, (request, reply) => {
      if (hasKey(request)) throw new Problem('unauthorized', { message: IN_ADDRESS });
      const key = keyIn(request);
      if (!isKey(key)) throw new Problem('unauthorized', { message: NO_KEY });
      return read(key, scope, reply);
    });
  }
  // Calendar apps send no headers, so the address has a secret, which opens nothing else; the log has the route only.
  app.get<{ Params: { secret: string } }>('/api/calendar/:secret/calendar.ics', async ({ params }, reply) => {
    if (!isCalendarSecret(params.secret)) throw new Problem('not_found');
    return reply.type('text/calendar; charset=utf-8').send(await read(params.secret, 'calendar', reply));
  });
  // Until there was an address for the calendar alone, it had a key in it (decision 0173).
  app.get('/api/personal/:key/calendar.ics', (_, reply) => {
    const { clock, provider, publicUrl } = world;
    const at = { now: clock.now(), zone: provider.time_zone };
    const file = formerCalendarFile(provider.name, publicUrl, at);
    return reply.type('text/calendar; charset=utf-8').header('cache-control', 'no-store').send(file);
  });
}

/** Reads; if the books of the contract are behind, reads again in a transaction that catches up and is rolled back (0064). */
async function readToday(db: Database, work: (tx: Tx) => Promise<unknown>): Promise<unknown> {
  try {
    return await db.read(work);
  } catch (error) {
    if (!(error instanceof BooksBehind)) throw error;
    return rehearse(db, async (tx) => {
      await error.catchUp(tx);
      return work(tx);
    });
  }
}
