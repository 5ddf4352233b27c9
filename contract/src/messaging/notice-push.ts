import { z } from 'zod';
import { call } from '../kernel/call/call.ts';
import { InstantText } from '../kernel/call/wire.ts';

/** Notices that a browser shows while the portal is closed (Web Push). */
const Push = z.object({
  is_available: z.boolean().meta({ description: 'Whether the provider has switched it on' }),
  public_key: z.string().nullable().meta({ description: 'Base64url; `applicationServerKey` of the subscription' }),
  browsers: z.array(
    z.object({
      digest: z.string().meta({ description: 'SHA-256 of the endpoint, base64url: a browser finds itself by it' }),
      browser: z.string(),
      created_at: InstantText,
    }),
  ),
});

const Endpoint = z
  .url({ error: 'Нужен адрес службы уведомлений' })
  .max(1000, 'Адрес службы уведомлений слишком длинный')
  .meta({ examples: ['https://updates.push.services.mozilla.com/wpush/v2/a'] });
const keyOf = (letters: number) =>
  z.string().regex(new RegExp(`^[\\w-]{${letters}}$`), 'Ключ браузера испорчен. Включите уведомления ещё раз');
const PushBrowser = z.strictObject({
  endpoint: Endpoint,
  p256dh: keyOf(87).meta({ examples: ['B'.padEnd(87, 'A')] }),
  auth: keyOf(22).meta({ examples: ['A'.repeat(22)] }),
});
const PushEndpoint = z.strictObject({ endpoint: Endpoint });

export const push = {
  getPush: call({
    method: 'GET',
    path: '/v2/notice/get-push',
    // A browser would go on getting notices after the access is closed.
    members: [],
    summary: 'Browsers that show notices, and what a browser needs to become one',
    result: Push,
  }),
  setPush: call({
    method: 'POST',
    path: '/v2/notice/set-push',
    members: [],
    summary: 'Show notices in this browser; a repeated call succeeds, too',
    outdates: ['notice'],
    body: PushBrowser,
    result: Push,
    problems: ['channel_absent'],
  }),
  removePush: call({
    method: 'POST',
    path: '/v2/notice/remove-push',
    members: [],
    summary: 'Show no notices in this browser any more; a repeated call succeeds, too',
    outdates: ['notice'],
    body: PushEndpoint,
    result: Push,
  }),
};
