import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Database, Tx } from '#db/database.ts';
import { ownerOfKey } from '#domain/identity/personal-key/personal-key.ts';
import type { KeyScope } from '#domain/identity/personal-key/personal-key.queries.ts';
import { PERSONAL_DATA } from '#handlers/personal-key/personal-data.ts';
import { BooksBehind } from '#kernel/behind.ts';
import { Problem } from '#kernel/problem.ts';
import { rehearse } from '#kernel/rehearsal.ts';
import type { Portal } from '#kernel/world.ts';

const isKey = (key: string): boolean => /^kabinet_[\w-]{43}$/.test(key);

const keyIn = ({ headers }: FastifyRequest): string =>
  /^Bearer (\S{1,100})$/.exec(headers.authorization ?? '')?.[1] ?? '';

/** Serves what a subscriber's own programs read by a personal key: docs/personal-key.md. */
export function registerPersonalKey(app: FastifyInstance, { world }: Portal): void {
  const read = async (key: string, scope: KeyScope, reply: FastifyReply): Promise<unknown> => {
    const { db, clock } = world;
    const now = clock.now();
    if (!isKey(key)) throw new Problem('unauthorized', { message: 'Нужен ключ: Authorization: Bearer kabinet_…' });
    // A refusal is returned, not thrown, because the refused use must be counted.
    const owner = await db.write((tx) => ownerOfKey(tx, key, scope, now));
    if (owner instanceof Problem) throw owner;
    reply.header('cache-control', 'no-store');
    return readToday(db, (tx) => PERSONAL_DATA[scope](tx, owner.contract_id, world, now));
  };
  for (const scope of ['balance', 'services'] as const) {
    app.get(`/api/personal/${scope}`, (request, reply) => read(keyIn(request), scope, reply));
  }
  // Calendar apps send no headers, so the key is in the address; the log has the route only.
  app.get<{ Params: { key: string } }>('/api/personal/:key/calendar.ics', async ({ params }, reply) =>
    reply.type('text/calendar; charset=utf-8').send(await read(params.key, 'calendar', reply)),
  );
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
