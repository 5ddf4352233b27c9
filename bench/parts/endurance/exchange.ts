import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** A device's socket for questions to FreeRADIUS: each has one of 256 numbers until it is answered or given up. */
export interface Exchange {
  /** Undefined: no answer in time. */
  ask(port: number, packetOf: (id: number) => Buffer): Promise<Buffer | undefined>;
  close(): void;
}

const PATIENCE_MS = 2000;

export async function openExchange(address: string): Promise<Exchange> {
  const socket = createSocket('udp4').bind(0, address);
  await once(socket, 'listening');
  const waiting = new Map<number, (reply: Buffer | undefined) => void>();
  let last = 0;
  socket.on('message', (reply) => waiting.get(reply[1] ?? -1)?.(reply));
  // While FreeRADIUS is dead, its port is closed.
  socket.on('error', () => undefined);
  return {
    async ask(port, packetOf) {
      do last = (last + 1) % 256;
      while (waiting.has(last));
      const id = last;
      const { promise, resolve } = Promise.withResolvers<Buffer | undefined>();
      waiting.set(id, resolve);
      const late = setTimeout(resolve, PATIENCE_MS, undefined);
      socket.send(packetOf(id), port, '127.0.0.1', () => undefined);
      const reply = await promise;
      clearTimeout(late);
      waiting.delete(id);
      return reply;
    },
    close: () => void socket.close(),
  };
}

const [ACCESS_ACCEPT, CLASS] = [2, 25];

/** The `Class` of an Accept; undefined: not let in. */
export function classOf(reply: Buffer | undefined): string | undefined {
  if (reply?.[0] !== ACCESS_ACCEPT) return undefined;
  for (let at = 20; at < reply.length; at += Math.max(reply[at + 1] ?? 255, 2))
    if (reply[at] === CLASS) return reply.subarray(at + 2, at + (reply[at + 1] ?? 2)).toString();
  return '';
}
