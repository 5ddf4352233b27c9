import { systemClock } from '#server/kernel/clock.ts';
import { unavailable } from '../unavailable.ts';
import type { FileStore } from './port.ts';
import { signedHeaders, type S3Keys } from './signature.ts';

export interface S3Settings extends S3Keys {
  /** `https://s3.example.ru`; the bucket stands in the path. */
  readonly url: string;
  readonly bucket: string;
}

const PATIENCE_MS = 30_000;
/** More than any file of ours has. */
const MOST_BYTES = 16 * 1024 * 1024;
/** More than any explanation of S3 has. */
const MOST_OF_A_REASON = 64 * 1024;

/** Files in a bucket of an S3-like store. Nobody but the portal reads it: the bucket stays private. */
export function s3Files(settings: S3Settings): FileStore {
  const ask = askerOf(settings);
  return {
    put: async (fileId, content) => {
      await ask('PUT', fileId, content);
    },
    get: (fileId) => ask('GET', fileId),
    remove: async (fileIds) => {
      for (const fileId of fileIds) await ask('DELETE', fileId);
    },
  };
}

type Ask = (method: 'PUT' | 'GET' | 'DELETE', fileId: string, content?: Buffer) => Promise<Buffer | undefined>;

/** Turns any failure into one problem for the client, also one in the middle of the bytes; a missing file is not a failure. */
const askerOf =
  (settings: S3Settings): Ask =>
  async (method, fileId, content) => {
    try {
      return await answerOf(method, await fetch(...requestOf(settings, method, fileId, content)));
    } catch (cause) {
      throw unavailable(cause);
    }
  };

/** The bytes of a file; nothing for the other methods. */
async function answerOf(method: string, reply: Response): Promise<Buffer | undefined> {
  if (reply.status === 404 && method !== 'PUT') return missing(reply);
  if (method === 'GET' && isWholeFile(reply)) return bytesOf(reply, MOST_BYTES);
  await reply.body?.cancel();
  if (method !== 'GET' && reply.ok) return undefined;
  throw new Error(`the file store answered ${reply.status} to ${method}`);
}

/** Part of a file (206) is none; and compressed bytes, which we did not ask for, may unpack without an end. */
const isWholeFile = ({ status, headers }: Response): boolean =>
  status === 200 && (headers.get('content-encoding') ?? 'identity') === 'identity';

/** A missing bucket is a wrong setting, and tells nothing about the file. */
async function missing(reply: Response): Promise<undefined> {
  const reason = (await bytesOf(reply, MOST_OF_A_REASON)).toString();
  if (reason.includes('NoSuchBucket')) throw new Error('the file store has no such bucket');
}

async function bytesOf({ body }: Response, most: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of (body ?? []) as AsyncIterable<Uint8Array>) {
    length += part.length;
    // Leaving the loop ends the connection.
    if (length > most) throw new Error(`the file store answered more than ${most} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function requestOf(
  { url: base, bucket, ...keys }: S3Settings,
  method: string,
  fileId: string,
  content: Buffer | undefined,
): [url: URL, init: RequestInit] {
  const url = new URL(`/${bucket}/${fileId}`, base);
  const type: Record<string, string> = content ? { 'content-type': 'application/octet-stream' } : {};
  const asked = { method, url, headers: type, body: content ?? Buffer.alloc(0) };
  const headers = { ...signedHeaders(asked, keys, systemClock.now()), 'accept-encoding': 'identity' };
  const body = content && new Uint8Array(content);
  const rest = { redirect: 'error', signal: AbortSignal.timeout(PATIENCE_MS) } as const;
  return [url, { method, headers, ...rest, ...(body && { body }) }];
}
