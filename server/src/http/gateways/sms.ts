import type { FastifyInstance } from 'fastify';
import { textReported } from '#server/domain/messaging/delivery/text-message.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { Portal } from '#server/kernel/world.ts';
import { openScope } from '../api/scope.ts';

const LARGEST_REPORT = 16 * 1024;

/** Receives delivery reports of text messages from a gateway that calls us; the adapter checks its signature. */
export function registerSmsGateway(app: FastifyInstance, { world }: Portal): void {
  const { db, clock, outside } = world;
  const { readReport, gateways = [] } = outside.sms;
  if (!readReport) return;
  openScope(app, 'sms-gateway', (gateway) => {
    gateway.removeAllContentTypeParsers();
    gateway.addContentTypeParser('*', { parseAs: 'string', bodyLimit: LARGEST_REPORT }, (_, body, parsed) =>
      parsed(null, body),
    );
    gateway.post<{ Body: string | undefined }>('/gateway/sms', async (request, reply) => {
      const report = readReport(new URLSearchParams(request.body ?? ''));
      if (report === undefined) throw new Problem('forbidden_origin', { message: 'Обращение не от шлюза СМС' });
      if (report) await db.write((tx) => textReported(tx, report, { now: clock.now(), gateways }));
      return reply.header('cache-control', 'no-store').type('text/plain').send('OK');
    });
  });
}
