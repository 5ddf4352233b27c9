import { createHash, createHmac } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';

// A device of access, written from RFC 5176 and 2865 and not with the product's own code.

/** An order as it came. */
interface HeardOrder {
  readonly code: number;
  readonly id: number;
  /** Values by attribute number, `26:<vendor>:<number>` for those of makers; texts in latin1. */
  readonly values: Readonly<Record<string, readonly string[]>>;
  readonly bytes: Buffer;
}

/** What it does with an order: agrees, refuses with an Error-Cause, keeps silent, or answers with another secret. */
export type NasHabit = 'ack' | 'silent' | 'forged' | { readonly nak: number };

export interface EmulatedNas {
  readonly port: number;
  readonly orders: readonly HeardOrder[];
  /** Packets that were not signed as the RFC demands. */
  readonly badly: readonly Buffer[];
  habit: NasHabit | ((order: HeardOrder) => NasHabit);
}

const [DISCONNECT, COA] = [40, 43];

/** Until the test ends. */
export async function emulatedNas(secret: string, address?: string): Promise<EmulatedNas> {
  const nas = await openNas(secret, address);
  onTestFinished(() => nas.close());
  return nas;
}

/** The same for whoever closes it himself. */
export async function openNas(secret: string, address = '127.0.0.1'): Promise<EmulatedNas & { close(): void }> {
  const socket = createSocket('udp4');
  socket.bind(0, address);
  await once(socket, 'listening');
  const orders: HeardOrder[] = [];
  const badly: Buffer[] = [];
  const nas: EmulatedNas & { close(): void } = {
    port: socket.address().port,
    orders,
    badly,
    habit: 'ack',
    close: () => void socket.close(),
  };
  socket.on('message', (bytes, from) => {
    if (!isSigned(bytes, secret)) {
      badly.push(bytes);
      return;
    }
    const order = { code: bytes[0] ?? 0, id: bytes[1] ?? 0, values: valuesOf(bytes), bytes };
    orders.push(order);
    const habit = typeof nas.habit === 'function' ? nas.habit(order) : nas.habit;
    if (habit === 'silent') return;
    socket.send(answer(bytes, habit, habit === 'forged' ? `${secret}!` : secret), from.port, from.address);
  });
  return nas;
}

const md5 = (...parts: readonly (Buffer | string)[]): Buffer =>
  parts.reduce((hash, part) => hash.update(part), createHash('md5')).digest();

function isSigned(bytes: Buffer, secret: string): boolean {
  if (bytes.length < 20 || bytes.readUInt16BE(2) !== bytes.length) return false;
  const zeros = Buffer.alloc(16);
  const isWhole = md5(bytes.subarray(0, 4), zeros, bytes.subarray(20), secret).equals(bytes.subarray(4, 20));
  const at = placeOf(bytes, 80);
  if (!isWhole || at === undefined) return false;
  const unsigned = Buffer.from(bytes);
  zeros.copy(unsigned, 4);
  zeros.copy(unsigned, at);
  return createHmac('md5', secret)
    .update(unsigned)
    .digest()
    .equals(bytes.subarray(at, at + 16));
}

/** Of an attribute; a broken one ends the packet. */
const lengthAt = (bytes: Buffer, at: number): number => Math.max(bytes[at + 1] ?? 255, 2);

/** Where the value of an attribute begins. */
function placeOf(bytes: Buffer, type: number): number | undefined {
  for (let at = 20; at < bytes.length; at += lengthAt(bytes, at)) if (bytes[at] === type) return at + 2;
  return undefined;
}

function valuesOf(bytes: Buffer): Record<string, string[]> {
  const values: Record<string, string[]> = {};
  const add = (key: string, value: Buffer) => (values[key] = [...(values[key] ?? []), value.toString('latin1')]);
  for (let at = 20; at < bytes.length; at += lengthAt(bytes, at)) {
    const value = bytes.subarray(at + 2, at + lengthAt(bytes, at));
    if (bytes[at] === 26) add(`26:${value.readUInt32BE(0)}:${value[4]}`, value.subarray(6));
    else add(String(bytes[at]), value);
  }
  return values;
}

function answer(request: Buffer, habit: Exclude<NasHabit, 'silent'>, secret: string): Buffer {
  const isNak = typeof habit === 'object';
  const code = (request[0] === DISCONNECT ? 41 : COA + 1) + (isNak ? 1 : 0);
  const cause = isNak ? Buffer.from([101, 6, 0, 0, habit.nak >> 8, habit.nak & 255]) : Buffer.alloc(0);
  const head = Buffer.from([code, request[1] ?? 0, 0, 20 + cause.length]);
  return Buffer.concat([head, md5(head, request.subarray(4, 20), cause, secret), cause]);
}
