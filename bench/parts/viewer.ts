import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { HOME } from './home-parts.ts';

/** Requests the home screen once; returns the time in milliseconds and the size of the body in bytes. */
export type Look = () => Promise<{ took: number; bytes: number }>;

interface Viewed {
  readonly port: number;
  readonly token: string;
  readonly encoding: 'identity' | 'gzip';
}

/**
 * A client with one connection. It shares the processor and its caches with the server, so it only writes a request and reads
 * the reply to its end.
 */
export async function viewer({ port, token, encoding }: Viewed): Promise<Look> {
  const socket = connect(port, '127.0.0.1').setNoDelay();
  await once(socket, 'connect');
  const body = JSON.stringify(HOME);
  const request = [
    'POST /api/v2/default/index HTTP/1.1',
    'host: 127.0.0.1',
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    `accept-encoding: ${encoding}`,
    `authorization: Bearer ${token}`,
    '',
    body,
  ].join('\r\n');
  return async () => {
    const began = performance.now();
    socket.write(request);
    const bytes = await received(socket);
    return { took: performance.now() - began, bytes };
  };
}

/** Waits for a complete reply of the server; returns the length of its body. */
export function received(socket: Socket): Promise<number> {
  return new Promise((resolve, reject) => {
    let whole: number | undefined;
    let length = 0;
    let received = 0;
    const read = (part: Buffer) => {
      received += part.length;
      if (whole === undefined) {
        // The headers fit into the first packet.
        const head = part.toString('latin1').split('\r\n\r\n', 1)[0] ?? '';
        length = Number(/content-length: (\d+)/i.exec(head)?.[1]);
        whole = head.length + 4 + length;
        if (!head.startsWith('HTTP/1.1 200')) reject(new Error(`The portal answered ${head}`));
      }
      if (received < whole) return;
      socket.off('data', read);
      resolve(length);
    };
    socket.on('data', read);
  });
}
