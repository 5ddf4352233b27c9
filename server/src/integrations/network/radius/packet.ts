import { createHash, createHmac } from 'node:crypto';
import { isSameText } from '#server/kernel/same-text.ts';
import { encodedAttribute, typeLengthValue, type Attribute } from './attributes.ts';

// Orders to a device of access about a living session, by RFC 5176 (Dynamic Authorization) on top of RFC 2865 and 2869.

const CODES = { disconnect: 40, change: 43 } as const;
/** The codes of the replies, by those of the requests. */
const ACK = { 40: 41, 43: 44 } as const;
const NAK = { 40: 42, 43: 45 } as const;

const HEADER = 20;
const NO_AUTHENTICATOR = Buffer.alloc(16);
const MESSAGE_AUTHENTICATOR = 80;
const ERROR_CAUSE = 101;

export type OrderKind = keyof typeof CODES;

export interface DeviceRequest {
  readonly kind: OrderKind;
  readonly attributes: readonly Attribute[];
}

/** What a device answers; `cause`: Error-Cause of RFC 5176, if it tells one. */
export type DeviceReply = { readonly kind: 'ack' } | { readonly kind: 'nak'; readonly cause: number | null };

/** A request with both of its signatures: Message-Authenticator, and over it the authenticator of the packet. */
export function requestPacket({ kind, attributes }: DeviceRequest, id: number, secret: string): Buffer {
  const signature = typeLengthValue(MESSAGE_AUTHENTICATOR, NO_AUTHENTICATOR);
  const packet = Buffer.concat([header(CODES[kind], id), signature, ...attributes.map(encodedAttribute)]);
  packet.writeUInt16BE(packet.length, 2);
  createHmac('md5', secret)
    .update(packet)
    .digest()
    .copy(packet, HEADER + 2);
  createHash('md5').update(packet).update(secret).digest().copy(packet, 4);
  return packet;
}

const header = (code: number, id: number): Buffer => Buffer.concat([Buffer.from([code, id, 0, 0]), NO_AUTHENTICATOR]);

/** The reply to a request; undefined if it is none to this one, or not signed by who has the secret. */
export function replyTo(request: Buffer, reply: Buffer, secret: string): DeviceReply | undefined {
  if (!isWhole(reply) || reply[1] !== request[1]) return undefined;
  const packet = reply.subarray(0, reply.readUInt16BE(2));
  const kind = kindOf(packet[0], request[0]);
  const attributes = attributesOf(packet);
  if (!kind || !attributes || !isSigned(packet, attributes, request, secret)) return undefined;
  if (kind === 'ack') return { kind };
  const cause = attributes.find(({ type, length }) => type === ERROR_CAUSE && length === 4);
  return { kind, cause: cause ? packet.readUInt32BE(cause.at) : null };
}

const isWhole = (packet: Buffer): boolean => packet.length >= HEADER && packet.readUInt16BE(2) <= packet.length;

function kindOf(reply: number | undefined, request: number | undefined): 'ack' | 'nak' | undefined {
  if (request !== CODES.disconnect && request !== CODES.change) return undefined;
  if (reply === ACK[request]) return 'ack';
  return reply === NAK[request] ? 'nak' : undefined;
}

interface Place {
  readonly type: number;
  /** Where its value begins. */
  readonly at: number;
  readonly length: number;
}

/** Undefined if the packet is broken. */
function attributesOf(packet: Buffer): Place[] | undefined {
  const places: Place[] = [];
  let at = HEADER;
  while (at < packet.length) {
    const [type, length] = [packet[at] ?? 0, packet[at + 1] ?? 0];
    if (length < 2 || at + length > packet.length) return undefined;
    places.push({ type, at: at + 2, length: length - 2 });
    at += length;
  }
  return places;
}

const isSame = (one: Buffer, other: Buffer): boolean => isSameText(one.toString('hex'), other.toString('hex'));

function isSigned(packet: Buffer, attributes: readonly Place[], request: Buffer, secret: string): boolean {
  const told = Buffer.from(packet);
  request.copy(told, 4, 4, HEADER);
  const authenticator = createHash('md5').update(told).update(secret).digest();
  if (!isSame(authenticator, packet.subarray(4, HEADER))) return false;
  // accel-ppp sends none.
  const signature = attributes.find(({ type, length }) => type === MESSAGE_AUTHENTICATOR && length === 16);
  if (!signature) return true;
  told.fill(0, signature.at, signature.at + 16);
  const own = createHmac('md5', secret).update(told).digest();
  return isSame(own, packet.subarray(signature.at, signature.at + 16));
}
