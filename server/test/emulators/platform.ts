import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** Faults of an emulated TV platform. */
interface PlatformFaults {
  /** How many of the next changes are carried out and their replies lost. */
  lostReplies: number;
  /** How many of the next requests are answered with 500. */
  errors: number;
  /** Whether it takes connections and never answers. */
  isSilent: boolean;
}

export interface PlatformRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly authorization: string | undefined;
  readonly text: string;
}

interface PlatformReply {
  readonly status?: number;
  readonly body: unknown;
}

/** An HTTP server of JSON with faults; both TV platforms stand on it. */
export async function emulatedPlatform(answer: (asked: PlatformRequest) => PlatformReply) {
  const faults: PlatformFaults = { lostReplies: 0, errors: 0, isSilent: false };
  const asked: PlatformRequest[] = [];
  const reply = (response: ServerResponse, one: PlatformRequest) => {
    if (faults.isSilent) return;
    if (faults.errors > 0) {
      faults.errors -= 1;
      response.writeHead(500).end('{}');
      return;
    }
    const { status = 200, body } = answer(one);
    if (faults.lostReplies > 0 && one.method !== 'GET') {
      faults.lostReplies -= 1;
      response.destroy();
      return;
    }
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  const server = createServer((request, response) => {
    void (async () => {
      const text = Buffer.concat((await request.toArray()) as Buffer[]).toString();
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://platform');
      const path = decodeURIComponent(pathname.slice(1));
      const one = {
        method: request.method ?? '',
        path,
        query: searchParams,
        authorization: request.headers.authorization,
        text,
      };
      asked.push(one);
      reply(response, one);
    })();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, faults, asked };
}
