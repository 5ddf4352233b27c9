import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import type { S3Settings } from '#server/integrations/files/s3.ts';

const [ACCESS, SECRET, REGION, BUCKET] = ['kabinet', 'the-secret-of-the-bucket', 'ru-central1', 'kabinet-files'];
const LARGEST_SKEW_MS = 15 * 60_000;

const hmac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest();
const sha256 = (content: Buffer | string) => createHash('sha256').update(content).digest('hex');
const textOf = (value: string | string[] | undefined) => String(value ?? '');

interface Claim {
  readonly access: string;
  readonly day: string;
  readonly region: string;
  readonly names: readonly string[];
  readonly signature: string;
}

function claimOf(authorization: string): Claim | undefined {
  const form =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request,SignedHeaders=([^,]+),Signature=(\w+)$/;
  const [, access = '', day = '', region = '', names = '', signature = ''] = form.exec(authorization) ?? [];
  return access === '' ? undefined : { access, day, region, names: names.split(';'), signature };
}

/** Whether the clock of the sender agrees with the day that he signs, and with ours. */
function isNow(date: string, day: string): boolean {
  const at = Date.parse(date.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  return Math.abs(Date.now() - at) < LARGEST_SKEW_MS && date.startsWith(day);
}

const NEEDED = ['host', 'x-amz-content-sha256', 'x-amz-date'];

/** Checks a signature as S3 documents it: it covers the host, the time and the body. */
function isSigned(request: IncomingMessage, body: Buffer): boolean {
  const { headers } = request;
  const claim = claimOf(textOf(headers.authorization));
  if (claim?.access !== ACCESS || claim.region !== REGION) return false;
  const isWhole =
    NEEDED.every((name) => claim.names.includes(name)) && headers['x-amz-content-sha256'] === sha256(body);
  return (
    isWhole && isNow(textOf(headers['x-amz-date']), claim.day) && signatureOf(request, body, claim) === claim.signature
  );
}

function signatureOf({ headers, method, url }: IncomingMessage, body: Buffer, { names, day, region }: Claim): string {
  const lines = names.map((name) => `${name}:${textOf(headers[name]).trim()}\n`).join('');
  const canonical = `${method}\n${url}\n\n${lines}\n${names.join(';')}\n${sha256(body)}`;
  const key = [day, region, 's3', 'aws4_request'].reduce<Buffer | string>(hmac, `AWS4${SECRET}`);
  const scope = `${day}/${region}/s3/aws4_request`;
  const told = `AWS4-HMAC-SHA256\n${textOf(headers['x-amz-date'])}\n${scope}\n${sha256(canonical)}`;
  return hmac(key, told).toString('hex');
}

function answerOf(
  objects: Map<string, Buffer>,
  { url = '', method }: IncomingMessage,
  body: Buffer,
): [number, Buffer?] {
  const [, bucket, key = ''] = url.split('/');
  if (bucket !== BUCKET) return [404, Buffer.from('<Error><Code>NoSuchBucket</Code></Error>')];
  if (method === 'PUT') return (objects.set(key, body), [200]);
  if (method === 'DELETE') return (objects.delete(key), [204]);
  const found = objects.get(key);
  return found ? [200, found] : [404];
}

/** Answers a GET instead of the store. */
type Lie = (response: ServerResponse) => unknown;

/** An S3-like store with one bucket: it takes only what is signed. `down` answers 503 to everything. */
export async function s3Emulator() {
  const objects = new Map<string, Buffer>();
  const state: { down: boolean; refused: number; lie?: Lie | undefined } = { down: false, refused: 0 };
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      if (state.down) return response.writeHead(503).end();
      if (!isSigned(request, body)) {
        state.refused += 1;
        return response.writeHead(403).end();
      }
      const [status, found] = answerOf(objects, request, body);
      if (state.lie && request.method === 'GET') return state.lie(response);
      return response.writeHead(status).end(found);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const settings: S3Settings = { url, bucket: BUCKET, region: REGION, accessKey: ACCESS, secretKey: SECRET };
  return { objects, state, settings };
}
