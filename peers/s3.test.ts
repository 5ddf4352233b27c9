import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { s3Files } from '../server/src/integrations/files/s3.ts';

const SIGN = fileURLToPath(new URL('s3/sign.py', import.meta.url));
const KEYS = { region: 'ru-central1', accessKey: 'YCAJExample', secretKey: 'YCPk/secret+of=the tests' };
const FILE_ID = '0199aa4e-7f3b-7c1d-9a52-0c8f4e6b1d20';

const kept = new Map<string, Buffer>();
/** How many requests came with the signature that Amazon's library makes of them. */
let verified = 0;

/** A store that takes only what botocore would have signed the same way, as a real one does. */
const store = createServer((request, response) => {
  void bodyOf(request).then((body) => {
    if (authorizationOf(request, body) !== request.headers.authorization) {
      response.writeHead(403).end('SignatureDoesNotMatch');
      return;
    }
    verified += 1;
    const path = request.url ?? '';
    const content = kept.get(path);
    if (request.method === 'PUT') kept.set(path, body);
    if (request.method === 'DELETE') kept.delete(path);
    const isMissing = request.method === 'GET' && content === undefined;
    response.writeHead(isMissing ? 404 : 200).end(request.method === 'GET' ? content : undefined);
  });
});

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

function authorizationOf({ method, url: path, headers }: IncomingMessage, body: Buffer): string {
  const type = headers['content-type'];
  const asked = {
    ...KEYS,
    method,
    url: `http://${headers.host}${path}`,
    headers: type === undefined ? {} : { 'content-type': type },
    body: body.toString('base64'),
    stamp: headers['x-amz-date'],
  };
  const signed = execFileSync('/usr/bin/python3', [SIGN], { input: JSON.stringify(asked), encoding: 'utf8' });
  // It writes a space after each comma, which means nothing.
  return signed.trim().replaceAll(', ', ',');
}

let url: string;
beforeAll(async () => {
  store.listen(0, '127.0.0.1');
  await once(store, 'listening');
  url = `http://127.0.0.1:${(store.address() as AddressInfo).port}`;
});
afterAll(() => void store.close());

test('a file is put, read and removed with the signatures that the library of Amazon makes', async () => {
  const files = s3Files({ url, bucket: 'kabinet-files', ...KEYS });
  const content = Buffer.from([0, 255, 10, 13, 200]);
  await files.put(FILE_ID, content);
  expect(await files.get(FILE_ID)).toEqual(content);
  await files.remove([FILE_ID]);
  expect(await files.get(FILE_ID)).toBeUndefined();
  expect(verified).toBe(4);
});

test('another key is refused', async () => {
  const files = s3Files({ url, bucket: 'kabinet-files', ...KEYS, secretKey: 'another' });
  await expect(files.put(FILE_ID, Buffer.from('x'))).rejects.toThrow();
  expect(kept.size).toBe(0);
});
