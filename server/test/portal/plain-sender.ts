import { request } from 'node:http';
import type { WebhookSender } from '#server/integrations/webhook/port.ts';
import { webhookHeaders } from '#server/integrations/webhook/webhook-headers.ts';

/** Sends to receivers on this machine, which the portal itself never does. */
export const plainSender: WebhookSender = {
  refusal: () => undefined,
  sign: webhookHeaders,
  post: (url, headers, body) =>
    new Promise((resolve, reject) => {
      const options = {
        method: 'POST',
        agent: false,
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      };
      const sent = request(url, options, (reply) => {
        reply.resume().on('end', () => resolve({ status: reply.statusCode ?? 0, waitMs: 0 }));
      });
      sent.on('error', reject);
      sent.end(body);
    }),
};
