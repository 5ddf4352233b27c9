import { createDecipheriv, createECDH, createPublicKey, createHash, hkdfSync, randomBytes, verify } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

interface Pushed {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** A push service (RFC 8030): it keeps what is pushed, and answers as the test says. */
export async function emulatedPushService() {
  const state = { status: 201, isSilent: false, retryAfter: undefined as string | undefined, pushed: [] as Pushed[] };
  const server = createServer((request, response) => {
    void request.toArray().then((chunks) => {
      if (state.isSilent) return;
      if (state.status === 201) {
        const body = Buffer.concat(chunks as Buffer[]);
        state.pushed.push({ path: request.url ?? '', headers: request.headers, body });
      }
      const { retryAfter } = state;
      response.writeHead(state.status, retryAfter === undefined ? {} : { 'retry-after': retryAfter }).end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { state, host: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** A browser's part of RFC 8291, by node:crypto alone. */
export function newBrowser(endpoint: string) {
  const pair = createECDH('prime256v1');
  const publicKey = pair.generateKeys();
  const auth = randomBytes(16);
  return {
    target: { endpoint, p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') },
    /** Section 3.4 and RFC 8188: salt, size of a record, the sender's key, one record that ends with 2. */
    read(body: Buffer): unknown {
      const [salt, length] = [body.subarray(0, 16), body[20] ?? 0];
      const sender = body.subarray(21, 21 + length);
      const record = body.subarray(21 + length);
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, sender]);
      const secret = Buffer.from(hkdfSync('sha256', pair.computeSecret(sender), auth, info, 32));
      const key = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: aes128gcm\0', 16));
      const nonce = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: nonce\0', 12));
      const cipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(record.subarray(-16));
      const plain = Buffer.concat([cipher.update(record.subarray(0, -16)), cipher.final()]);
      const end = plain.lastIndexOf(2);
      return JSON.parse(plain.subarray(0, end).toString());
    },
  };
}

/** What the sender signs (RFC 8292): its claims, if the signature is of the key that the browser was given. */
export function claimsOf({ authorization }: IncomingHttpHeaders, publicKey: string): unknown {
  const [, token = '', key] = /^vapid t=([^,]+), ?k=(.+)$/.exec(String(authorization)) ?? [];
  if (key !== publicKey) throw new Error('signed with another key');
  const point = Buffer.from(publicKey, 'base64url');
  const [x, y] = [point.toString('base64url', 1, 33), point.toString('base64url', 33)];
  const [header = '', payload = '', signature = ''] = token.split('.');
  const isSigned = verify(
    'sha256',
    Buffer.from(`${header}.${payload}`),
    { key: createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isSigned) throw new Error('the signature is wrong');
  return JSON.parse(Buffer.from(payload, 'base64url').toString());
}

export const digestOf = (endpoint: string): string => createHash('sha256').update(endpoint).digest('base64url');
