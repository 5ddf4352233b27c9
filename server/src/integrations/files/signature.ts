import { createHash, createHmac } from 'node:crypto';

export interface S3Keys {
  readonly region: string;
  readonly accessKey: string;
  readonly secretKey: string;
}

interface Signed {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

const SERVICE = 's3';
const sha256 = (content: Buffer | string): string => createHash('sha256').update(content).digest('hex');
const hmac = (key: Buffer | string, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** `20130524T000000Z`. */
const stampOf = (at: Date): string => at.toISOString().replace(/[-:]|\.\d{3}/g, '');

/**
 * The headers that authenticate a request to S3: AWS Signature Version 4 over the method, the address, these headers and the
 * body. The address must have no query, and only characters that need no encoding.
 */
export function signedHeaders({ method, url, headers, body }: Signed, keys: S3Keys, at: Date): Record<string, string> {
  const stamp = stampOf(at);
  const day = stamp.slice(0, 8);
  const hash = sha256(body);
  const own: Record<string, string> = { ...headers, 'x-amz-content-sha256': hash, 'x-amz-date': stamp };
  const all = Object.entries({ host: url.host, ...own }).toSorted(([one], [other]) => (one < other ? -1 : 1));
  const names = all.map(([name]) => name).join(';');
  const lines = all.map(([name, value]) => `${name}:${value}\n`).join('');
  const request = [method, url.pathname, '', lines, names, hash].join('\n');
  const scope = `${day}/${keys.region}/${SERVICE}/aws4_request`;
  const dayKey = hmac(`AWS4${keys.secretKey}`, day);
  const key = hmac(hmac(hmac(dayKey, keys.region), SERVICE), 'aws4_request');
  const signature = hmac(key, ['AWS4-HMAC-SHA256', stamp, scope, sha256(request)].join('\n')).toString('hex');
  const credential = `${keys.accessKey}/${scope}`;
  const authorization = `AWS4-HMAC-SHA256 Credential=${credential},SignedHeaders=${names},Signature=${signature}`;
  return { ...own, authorization };
}
