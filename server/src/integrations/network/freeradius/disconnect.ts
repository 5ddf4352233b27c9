import { createHash, createHmac, randomInt } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { systemClock } from '#server/kernel/clock.ts';
import { isSameText } from '#server/kernel/same-text.ts';

/** A living session, and the device that holds it. */
interface SessionOnDevice {
  readonly nas: string;
  readonly port: number;
  /** The shared secret of the device. */
  readonly secret: string;
  /** By all of these the device finds it: what is named must match. */
  readonly session: string;
  readonly login: string | null;
  readonly address: string | null;
}

const [DISCONNECT_REQUEST, DISCONNECT_ACK, DISCONNECT_NAK] = [40, 41, 42];
const [USER_NAME, NAS_IP_ADDRESS, FRAMED_IP_ADDRESS, ACCT_SESSION_ID, EVENT_TIMESTAMP] = [1, 4, 8, 44, 55];
const [MESSAGE_AUTHENTICATOR, ERROR_CAUSE] = [80, 101];
/** The device has no such session. */
const SESSION_NOT_FOUND = 503;
/** The same packet is sent again after each of these. */
const WAITS_MS = [1_000, 2_000];

/** Asks the device to end a session (RFC 5176); one that it does not know is over, too. Throws if it refuses or does not answer. */
export async function endSession(of: SessionOnDevice): Promise<void> {
  const request = requestFor(of);
  const socket = createSocket('udp4');
  try {
    for (const wait of WAITS_MS) {
      socket.send(request, of.port, of.nas);
      const reply = await answerTo(socket, request, of.secret, wait);
      if (reply === undefined) continue;
      const cause = causeIn(reply);
      if (reply[0] === DISCONNECT_ACK || cause === SESSION_NOT_FOUND) return;
      throw new Error(`the device ${of.nas} does not end a session: error cause ${cause ?? 'unknown'}`);
    }
  } finally {
    socket.close();
  }
  throw new Error(`the device ${of.nas} does not answer`);
}

const attribute = (type: number, value: Buffer): Buffer =>
  Buffer.concat([Buffer.from([type, value.length + 2]), value.subarray(0, 253)]);

const addressBytes = (address: string): Buffer => Buffer.from(address.split('.').map(Number));

const isV4 = (address: string | null): address is string => address?.includes('.') === true;

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function requestFor({ nas, session, login, address, secret }: SessionOnDevice): Buffer {
  const attributes = Buffer.concat([
    ...(login === null ? [] : [attribute(USER_NAME, Buffer.from(login))]),
    ...(isV4(nas) ? [attribute(NAS_IP_ADDRESS, addressBytes(nas))] : []),
    ...(isV4(address) ? [attribute(FRAMED_IP_ADDRESS, addressBytes(address))] : []),
    attribute(ACCT_SESSION_ID, Buffer.from(session)),
    attribute(EVENT_TIMESTAMP, number(Math.floor(systemClock.now().getTime() / 1000))),
    attribute(MESSAGE_AUTHENTICATOR, Buffer.alloc(16)),
  ]);
  const packet = Buffer.concat([Buffer.from([DISCONNECT_REQUEST, randomInt(256), 0, 0]), Buffer.alloc(16), attributes]);
  packet.writeUInt16BE(packet.length, 2);
  // Both are computed over zeros in the place of the authenticator; that of the message comes first.
  createHmac('md5', secret)
    .update(packet)
    .digest()
    .copy(packet, packet.length - 16);
  createHash('md5').update(packet).update(secret).digest().copy(packet, 4);
  return packet;
}

/** The answer that the device has signed; whatever else comes is passed over. Undefined: none came. */
async function answerTo(socket: Socket, request: Buffer, secret: string, wait: number): Promise<Buffer | undefined> {
  const signal = AbortSignal.timeout(wait);
  while (!signal.aborted) {
    const [reply] = (await once(socket, 'message', { signal }).catch(() => [])) as Buffer[];
    if (reply && isAnswer(reply, request, secret)) return reply;
  }
  return undefined;
}

function isAnswer(reply: Buffer, request: Buffer, secret: string): boolean {
  if (reply.length < 20 || reply[1] !== request[1] || reply.readUInt16BE(2) !== reply.length) return false;
  if (reply[0] !== DISCONNECT_ACK && reply[0] !== DISCONNECT_NAK) return false;
  const signed = Buffer.concat([reply.subarray(0, 4), request.subarray(4, 20), reply.subarray(20)]);
  return isSameText(createHash('md5').update(signed).update(secret).digest('hex'), reply.toString('hex', 4, 20));
}

function causeIn(reply: Buffer): number | undefined {
  for (let at = 20; at + 2 <= reply.length; at += Math.max(2, reply[at + 1] ?? 2)) {
    if (reply[at] === ERROR_CAUSE && at + 6 <= reply.length) return reply.readUInt32BE(at + 2);
  }
  return undefined;
}
