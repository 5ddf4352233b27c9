import { systemClock } from '#kernel/clock.ts';
import { unavailable } from '../unavailable.ts';
import type { FileStore } from './port.ts';
import { signedHeaders, type S3Keys } from './signature.ts';

export interface S3Settings extends S3Keys {
  /** `https://s3.example.ru`; the bucket stands in the path. */
  readonly url: string;
  readonly bucket: string;
}

const PATIENCE_MS = 30_000;

/** Files in a bucket of an S3-like store. Nobody but the portal reads it: the bucket stays private. */
export function s3Files(settings: S3Settings): FileStore {
  const ask = askerOf(settings);
  return {
    put: async (fileId, content) => {
      await (await ask('PUT', fileId, content)).body?.cancel();
    },
    get: async (fileId) => {
      const reply = await ask('GET', fileId);
      if (reply.status !== 404) return Buffer.from(await reply.arrayBuffer());
      await reply.body?.cancel();
      return undefined;
    },
    remove: async (fileIds) => {
      for (const fileId of fileIds) await (await ask('DELETE', fileId)).body?.cancel();
    },
  };
}

type Ask = (method: 'PUT' | 'GET' | 'DELETE', fileId: string, content?: Buffer) => Promise<Response>;

/** Turns any failure into one problem for the client; a missing file is not a failure. */
const askerOf =
  (settings: S3Settings): Ask =>
  async (method, fileId, content) => {
    try {
      const reply = await fetch(...requestOf(settings, method, fileId, content));
      if (reply.ok || (reply.status === 404 && method !== 'PUT')) return reply;
      await reply.body?.cancel();
      throw new Error(`the file store answered ${reply.status} to ${method}`);
    } catch (cause) {
      throw unavailable(cause);
    }
  };

function requestOf(
  { url: base, bucket, ...keys }: S3Settings,
  method: string,
  fileId: string,
  content: Buffer | undefined,
): [url: URL, init: RequestInit] {
  const url = new URL(`/${bucket}/${fileId}`, base);
  const type: Record<string, string> = content ? { 'content-type': 'application/octet-stream' } : {};
  const asked = { method, url, headers: type, body: content ?? Buffer.alloc(0) };
  const headers = signedHeaders(asked, keys, systemClock.now());
  const body = content && new Uint8Array(content);
  const rest = { redirect: 'error', signal: AbortSignal.timeout(PATIENCE_MS) } as const;
  return [url, { method, headers, ...rest, ...(body && { body }) }];
}
