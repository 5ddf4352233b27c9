import { createHash, createHmac } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';

export const DEVICE_SECRET = 'a-shared-secret';
const md5 = (...parts: (Buffer | string)[]) =>
  parts.reduce((hash, part) => hash.update(part), createHash('md5')).digest();

export interface DeviceAnswer {
  readonly code: number;
  readonly cause?: number;
  readonly secret?: string;
  /** Requests that get no answer first. */
  readonly lost?: number;
}

/** A device as RFC 5176 has it: it checks both authenticators of a request, and signs its answer. */
export async function accessDevice({ code, cause, secret = DEVICE_SECRET, lost = 0 }: DeviceAnswer) {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  onTestFinished(() => void socket.close());
  const asked: Buffer[] = [];
  socket.on('message', (request, { port }) => {
    const zeroed = Buffer.concat([request.subarray(0, 4), Buffer.alloc(16), request.subarray(20)]);
    if (!md5(zeroed, DEVICE_SECRET).equals(request.subarray(4, 20))) return;
    const unsigned = Buffer.concat([zeroed.subarray(0, -16), Buffer.alloc(16)]);
    if (!createHmac('md5', DEVICE_SECRET).update(unsigned).digest().equals(request.subarray(-16))) return;
    asked.push(request);
    if (asked.length <= lost) return;
    const attributes = cause === undefined ? Buffer.alloc(0) : Buffer.from([101, 6, 0, 0, cause >> 8, cause & 255]);
    const head = Buffer.from([code, request[1]!, 0, 20 + attributes.length]);
    socket.send(
      Buffer.concat([head, md5(head, request.subarray(4, 20), attributes, secret), attributes]),
      port,
      '127.0.0.1',
    );
  });
  return { asked, port: socket.address().port };
}
