import type { FastifyInstance } from 'fastify';
import { opened } from '#server/domain/services/access/service-password.ts';
import { linkHash, linphoneConfig } from '#server/domain/services/sip/setup-link.ts';
import { spendSetupLink } from '#server/domain/services/sip/sip.queries.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { Portal } from '#server/kernel/world.ts';

/** Sets up a softphone that has read the QR code: Linphone gets its account once. It is a GET, because Linphone sends one. */
export function registerSipSetup(app: FastifyInstance, { world }: Portal): void {
  const { db, clock, outside, provider } = world;
  app.get<{ Params: { link: string } }>('/gateway/sip/:link([\\w-]{32})', async (request, reply) => {
    const server = provider.sip;
    const spent = server && (await db.write((tx) => spendSetupLink(tx, linkHash(request.params.link), clock.now())));
    if (!spent)
      throw new Problem('link_spent', { message: 'Ссылка уже не действует. Получите новый пароль в кабинете' });
    const [ha1 = ''] = opened(outside.vault, spent.user_id, spent.secret).split(':');
    return reply
      .header('cache-control', 'no-store')
      .type('application/xml; charset=utf-8')
      .send(linphoneConfig({ login: spent.login, ha1, server }));
  });
}
