import { z } from 'zod';
import type { FastifyInstance } from 'fastify';
import { carryOutDeed, DEEDS } from '#domain/support/order/provider-side.ts';
import { Problem } from '#kernel/problem.ts';
import type { Portal } from '#kernel/world.ts';

const LARGEST_MESSAGE = 64 * 1024;

const Message = z.strictObject({
  /** The help desk's own id of the message: a repeat changes nothing. */
  message_id: z.string().min(1).max(100),
  order_id: z.int().min(1),
  deed: z.enum(DEEDS),
  text: z.string().trim().min(1).max(2000),
  name: z.string().trim().min(1).max(100),
});

/** Receives what the provider's help desk does with orders: signed over the raw bytes, each message carried out once. */
export function registerHelpDesk(app: FastifyInstance, { world }: Portal): void {
  const { db, clock, outside, provider } = world;
  const { helpDesk } = outside;
  if (!helpDesk) return;
  void app.register((gateway, _, done) => {
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
      const { message_id: messageId, order_id: orderId, ...deed } = read(body);
      const done = await db.write((tx) =>
        carryOutDeed(tx, { ...deed, messageId, orderId }, { now, zone: provider.time_zone }),
      );
      if (done === undefined) throw new Problem('not_found', { message: 'Такой заявки нет' });
      if (done === 'closed') throw new Problem('order_closed');
      return reply.header('cache-control', 'no-store').send(done);
    });
    done();
  });
}

function read(body: string): z.output<typeof Message> {
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    throw new Problem('unreadable');
  }
  const { data, error } = Message.safeParse(json);
  if (data) return data;
  throw new Problem('bad_input', {
    errors: error.issues.map(({ path }) => ({ path: `body.${path.join('.')}`, message: 'Проверьте это поле' })),
  });
}
