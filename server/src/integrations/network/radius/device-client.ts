import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { isIPv6 } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { replyTo, requestPacket, type DeviceReply, type DeviceRequest } from './packet.ts';

/** Where a device of access listens for orders. */
export interface Device {
  readonly address: string;
  readonly port: number;
  readonly secret: string;
}

/** `silence`: no answer to any of the repeats. */
export type DeviceAnswer = DeviceReply | { readonly kind: 'silence' };

/** Milliseconds until the same packet is sent again, and after the last one until the device counts as silent. */
const WAITS = [1000, 2000, 4000] as const;
/** The id of a packet is one byte. */
const IDS = 256;

interface Waiting {
  readonly request: Buffer;
  readonly secret: string;
  readonly resolve: (reply: DeviceReply) => void;
}

/**
 * Sends orders to devices of access over UDP. Each order has one id and the same bytes in all of its repeats, so a device carries it out
 * once. What is no reply to it, or is not signed with the secret, is ignored.
 */
export class DeviceClient {
  readonly #waits: readonly number[];
  readonly #sockets = new Map<'udp4' | 'udp6', Socket>();
  /** By device and id. */
  readonly #waiting = new Map<string, Waiting>();
  #lastId = 0;

  constructor(waits: readonly number[] = WAITS) {
    this.#waits = waits;
  }

  /** Throws if an attribute cannot be sent, or too many orders wait for this device. */
  async send(device: Device, request: DeviceRequest): Promise<DeviceAnswer> {
    const id = this.#freeId(device);
    const packet = requestPacket(request, id, device.secret);
    const key = keyOf(device, id);
    const { promise: replied, resolve } = Promise.withResolvers<DeviceReply>();
    this.#waiting.set(key, { request: packet, secret: device.secret, resolve });
    try {
      return await this.#repeat(device, packet, replied);
    } finally {
      this.#waiting.delete(key);
    }
  }

  close(): void {
    for (const socket of this.#sockets.values()) socket.close();
    this.#sockets.clear();
  }

  async #repeat(device: Device, packet: Buffer, replied: Promise<DeviceReply>): Promise<DeviceAnswer> {
    const ended = new AbortController();
    try {
      for (const wait of this.#waits) {
        // A network that cannot be reached is as good as a silent device.
        this.#socketFor(device).send(packet, device.port, device.address, () => undefined);
        const late = pause(wait, undefined, { signal: ended.signal }).catch(() => undefined);
        const reply = await Promise.race([replied, late]);
        if (reply) return reply;
      }
      return { kind: 'silence' };
    } finally {
      ended.abort();
    }
  }

  #freeId(device: Device): number {
    for (let tries = 0; tries < IDS; tries += 1) {
      this.#lastId = (this.#lastId + 1) % IDS;
      if (!this.#waiting.has(keyOf(device, this.#lastId))) return this.#lastId;
    }
    throw new Error(`${IDS} orders wait for ${device.address}`);
  }

  #socketFor({ address }: Device): Socket {
    const family = isIPv6(address) ? 'udp6' : 'udp4';
    const open = this.#sockets.get(family);
    if (open) return open;
    const socket = createSocket(family).unref();
    socket.on('message', (message, from) => this.#hear(message, from));
    socket.on('error', () => undefined);
    this.#sockets.set(family, socket);
    return socket;
  }

  #hear(message: Buffer, from: RemoteInfo): void {
    const waiting = this.#waiting.get(keyOf(from, message[1] ?? 0));
    const reply = waiting && replyTo(waiting.request, message, waiting.secret);
    if (reply) waiting.resolve(reply);
  }
}

const keyOf = ({ address, port }: { readonly address: string; readonly port: number }, id: number): string =>
  `${address} ${port} ${id}`;
