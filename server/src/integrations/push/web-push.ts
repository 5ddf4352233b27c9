import { createECDH } from 'node:crypto';
import webPush from 'web-push';
import { RefusedForGood } from '#server/kernel/job/delivery.ts';
import { callGateway } from '../gateway-call.ts';
import type { Push } from './port.ts';

export interface PushSettings {
  /** The private key of VAPID (RFC 8292): 64 hexadecimal digits. */
  readonly key: string;
  /** The contact that a push service uses if something is wrong: `mailto:…` or `https://…` */
  readonly contact: string;
  /** Names of push services; `*.` stands for any name below. By default those of the browsers. */
  readonly hosts?: readonly string[];
  readonly timeoutMs?: number;
}

/** Chrome and those made of it, Firefox, Safari, Edge. */
const HOSTS = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  '*.push.apple.com',
  '*.notify.windows.com',
] as const;

/** How long a push service keeps a message for a browser that is switched off. */
const LIFE_SECONDS = 86_400;

/** Web push (RFC 8030): encrypted for the browser (RFC 8291), signed by our key. */
export function webPushService({ key, contact, hosts = HOSTS, timeoutMs }: PushSettings): Push {
  const privateKey = Buffer.from(key, 'hex');
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(privateKey);
  const publicKey = pair.getPublicKey('base64url');
  const vapidDetails = { subject: contact, publicKey, privateKey: privateKey.toString('base64url') };
  return {
    publicKey,
    accepts: (endpoint) => isOf(hosts, endpoint),
    async send({ endpoint, p256dh, auth }, message) {
      const { headers, body } = webPush.generateRequestDetails(
        { endpoint, keys: { p256dh, auth } },
        JSON.stringify(message),
        { vapidDetails, TTL: LIFE_SECONDS, contentEncoding: 'aes128gcm', urgency: 'normal' },
      );
      const { status } = await callGateway('web push', endpoint, {
        timeoutMs,
        headers: asText(headers),
        body: new Uint8Array(body),
      });
      if (status >= 200 && status < 300) return 'sent';
      if (status === 404 || status === 410) return 'gone';
      const said = `web push: ${status}`;
      throw status === 400 || status === 413 ? new RefusedForGood(said) : new Error(said);
    },
  };
}

/** `fetch` counts the bytes itself. */
const asText = (headers: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => name !== 'Content-Length')
      .map(([name, value]) => [name, String(value)]),
  );

function isOf(hosts: readonly string[], endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, host, username } = new URL(endpoint);
  if (username !== '') return false;
  return hosts.some((name) => {
    if (name.startsWith('*.')) return protocol === 'https:' && host.endsWith(name.slice(1));
    // A service on this machine, for tests, is named with `http://`.
    return name.startsWith('http://') ? `${protocol}//${host}` === name : protocol === 'https:' && host === name;
  });
}
