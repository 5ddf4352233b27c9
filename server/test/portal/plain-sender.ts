import type { WebhookSender } from '#server/integrations/webhook/port.ts';

/** Sends to receivers on this machine, which the portal itself never does. */
export const plainSender: WebhookSender = {
  refusal: () => undefined,
  post: async (url, headers, body) => {
    const reply = await fetch(url, {
      method: 'POST',
      headers: { ...headers },
      body,
      signal: AbortSignal.timeout(10_000),
    }).catch(() => {
      throw new Error('no answer');
    });
    await reply.body?.cancel();
    return { status: reply.status, waitMs: 0 };
  },
};
