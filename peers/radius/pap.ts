import { createHash, createHmac, randomBytes } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';

const [ACCESS_REQUEST, ACCESS_ACCEPT] = [1, 2];
const [USER_NAME, USER_PASSWORD, MESSAGE_AUTHENTICATOR] = [1, 2, 80];

const md5 = (...parts: Buffer[]): Buffer => createHash('md5').update(Buffer.concat(parts)).digest();
const attribute = (type: number, value: Buffer): Buffer =>
  Buffer.concat([Buffer.from([type, value.length + 2]), value]);

/** Whether a name and a password of any bytes are let in: radclient reads escapes in what it is told (RFC 2865, 5.2). */
export async function isLetIn(port: number, secret: string, name: string, password: string): Promise<boolean> {
  const key = Buffer.from(secret);
  const authenticator = randomBytes(16);
  const attributes = Buffer.concat([
    attribute(USER_NAME, Buffer.from(name)),
    attribute(USER_PASSWORD, hidden(Buffer.from(password), key, authenticator)),
  ]);
  const head = Buffer.from([ACCESS_REQUEST, 7, 0, 0]);
  head.writeUInt16BE(20 + attributes.length + 18, 2);
  const unsigned = Buffer.concat([head, authenticator, attributes, attribute(MESSAGE_AUTHENTICATOR, Buffer.alloc(16))]);
  createHmac('md5', key)
    .update(unsigned)
    .digest()
    .copy(unsigned, unsigned.length - 16);
  const socket = createSocket('udp4');
  try {
    socket.send(unsigned, port, '127.0.0.1');
    const [reply] = (await once(socket, 'message', { signal: AbortSignal.timeout(10_000) })) as [Buffer];
    return reply[0] === ACCESS_ACCEPT;
  } finally {
    socket.close();
  }
}

function hidden(password: Buffer, key: Buffer, authenticator: Buffer): Buffer {
  const padded = Buffer.concat([password, Buffer.alloc(Math.ceil(password.length / 16) * 16 - password.length)]);
  const blocks: Buffer[] = [];
  for (let at = 0; at < padded.length; at += 16) {
    const mask = md5(key, blocks.at(-1) ?? authenticator);
    blocks.push(Buffer.from(padded.subarray(at, at + 16).map((byte, index) => byte ^ (mask[index] ?? 0))));
  }
  return Buffer.concat(blocks);
}
