import { z } from 'zod';
import type { FastifyInstance } from 'fastify';
import type { Tx } from '#server/db/database.ts';
import type { At } from '#server/domain/shared/at.ts';
import type { RequestOf } from '#server/domain/support/guests/request.queries.ts';
import { carryOutRequest, endingOf, RESULTS, type RequestDeed } from '#server/domain/support/guests/provider-side.ts';
import { carryOutDeed, DEEDS } from '#server/domain/support/order/provider-side.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { Portal } from '#server/kernel/world.ts';
import { openScope } from '../api/scope.ts';

const LARGEST_MESSAGE = 64 * 1024;

/** The help desk's own id of the message: a repeat changes nothing. */
const OF_MESSAGE = { message_id: z.string().min(1).max(100) };
const Id = z.int().min(1);
const Name = z.string().trim().min(1).max(100);
const Note = z.string().trim().min(1).max(500).nullable().default(null);

const OfOrder = z.strictObject({
  ...OF_MESSAGE,
  order_id: Id,
  deed: z.enum(DEEDS),
  text: z.string().trim().min(1).max(2000),
  name: Name,
});

const taking = { ...OF_MESSAGE, deed: z.literal('take'), name: Name };
const finishing = { ...OF_MESSAGE, deed: z.literal('finish'), note: Note };
const OfCall = z.discriminatedUnion('deed', [
  z.strictObject({ ...taking, call_back_id: Id }),
  z.strictObject({ ...finishing, call_back_id: Id, result: z.enum(RESULTS.call_back) }),
]);
const OfClient = z.discriminatedUnion('deed', [
  z.strictObject({ ...taking, new_client_id: Id }),
  z.strictObject({ ...finishing, new_client_id: Id, result: z.enum(RESULTS.new_client) }),
]);

/** Receives messages of the provider's help desk about orders and requests: signed over the raw bytes, each carried out once. */
export function registerHelpDesk(app: FastifyInstance, { world }: Portal): void {
  const { db, clock, outside, provider } = world;
  const { helpDesk } = outside;
  if (!helpDesk) return;
  openScope(app, 'help-desk-gateway', (gateway) => {
    gateway.removeAllContentTypeParsers();
    gateway.addContentTypeParser('*', { parseAs: 'string', bodyLimit: LARGEST_MESSAGE }, (_, body, parsed) =>
      parsed(null, body),
    );
    gateway.post<{ Body: string | undefined }>('/gateway/help-desk', async (request, reply) => {
      const body = request.body ?? '';
      const signature = request.headers['x-kabinet-signature'];
      const now = clock.now();
      if (!helpDesk.isGenuine({ body, signature: typeof signature === 'string' ? signature : undefined }, now))
        throw new Problem('forbidden_origin', { message: 'Сообщение не от службы поддержки' });
      const carryOut = deedOf(body);
      const outcome = await db.write((tx) => carryOut(tx, { now, zone: provider.time_zone }));
      return reply.header('cache-control', 'no-store').send(outcome);
    });
  });
}

type Deed = (tx: Tx, at: At) => Promise<object>;

/** What a message orders. */
function deedOf(body: string): Deed {
  const json = parsed(body);
  const has = (name: string) => typeof json === 'object' && json !== null && name in json;
  if (has('call_back_id')) {
    const { message_id, call_back_id: id, ...deed } = read(OfCall, json);
    return ofRequest(message_id, { kind: 'call_back', id }, deed);
  }
  if (has('new_client_id')) {
    const { message_id, new_client_id: id, ...deed } = read(OfClient, json);
    return ofRequest(message_id, { kind: 'new_client', id }, deed);
  }
  const { message_id: messageId, order_id: orderId, ...deed } = read(OfOrder, json);
  return async (tx, at) => {
    const done = await carryOutDeed(tx, { ...deed, messageId, orderId }, at);
    if (done === undefined) throw new Problem('not_found', { message: 'Такой заявки нет' });
    if (done === 'closed') throw new Problem('order_closed');
    return done;
  };
}

type Written = { deed: 'take'; name: string } | { deed: 'finish'; result: string; note: string | null };

const ofRequest =
  (messageId: string, asked: RequestOf, written: Written): Deed =>
  async (tx, at) => {
    const dealt = await carryOutRequest(tx, { asked, done: requestDeed(asked, written), messageId }, at);
    if (dealt === undefined) throw new Problem('not_found', { message: 'Такого обращения нет' });
    const { outcome } = dealt;
    if (outcome === 'closed') throw new Problem('order_closed', { message: 'Обращение уже закончено' });
    return { outcome };
  };

function requestDeed({ kind }: RequestOf, written: Written): RequestDeed {
  if (written.deed === 'take') return written;
  const ending = endingOf(kind, written.result);
  if (!ending) throw new Problem('bad_input');
  return { deed: 'finish', ending, note: written.note };
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new Problem('unreadable');
  }
}

function read<T>(schema: z.ZodType<T>, json: unknown): T {
  const { data, error } = schema.safeParse(json);
  if (data !== undefined) return data;
  throw new Problem('bad_input', {
    errors: (error?.issues ?? []).map(({ path }) => ({
      path: `body.${path.join('.')}`,
      message: 'Проверьте это поле',
    })),
  });
}
