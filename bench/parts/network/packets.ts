import { createHash, createHmac, randomBytes } from 'node:crypto';

// Packets of a device of access, written from RFC 2865 and 2866 and not with the product's own code.

/** A line as its device knows it. */
export interface BenchLine {
  readonly login: string;
  readonly mac: string;
  readonly address: string;
  /** Of the answer that let it in. */
  readonly told: string;
}

export interface Report {
  readonly kind: 'Start' | 'Interim-Update' | 'Stop';
  readonly session: string;
  readonly seconds: number;
  readonly octets: number;
  /** Seconds for which it was on its way. */
  readonly delay?: number;
  /** Of a device that counts to 4 GiB and begins anew. */
  readonly isNarrow?: boolean;
}

export const PASSWORD = 'Lesnaya-tropa-48';
const KINDS = { Start: 1, Stop: 2, 'Interim-Update': 3 } as const;
const ACCOUNTING_ON = 7;

const md5 = (...parts: readonly (Buffer | string)[]): Buffer =>
  parts.reduce((hash, part) => hash.update(part), createHash('md5')).digest();
const text = (type: number, value: string): Buffer => bytes(type, Buffer.from(value));
const bytes = (type: number, value: Buffer): Buffer => Buffer.concat([Buffer.from([type, value.length + 2]), value]);
const ip = (type: number, address: string): Buffer => bytes(type, Buffer.from(address.split('.').map(Number)));

function number(type: number, value: number): Buffer {
  const four = Buffer.alloc(4);
  four.writeUInt32BE(value % 2 ** 32);
  return bytes(type, four);
}

const ofLine = (line: BenchLine, nas: string): Buffer[] => [
  text(1, line.login),
  ip(4, nas),
  text(31, line.mac),
  text(30, 'access'),
  text(87, 'ge-0/0/1'),
  number(61, 5),
  number(6, 2),
  number(7, 1),
];

/** A login by PAP. */
export function loginPacket(line: BenchLine, nas: string, id: number, secret: string): Buffer {
  const authenticator = randomBytes(16);
  const attributes = Buffer.concat([...ofLine(line, nas), bytes(2, hidden(authenticator, secret))]);
  const head = Buffer.from([1, id, 0, 0]);
  head.writeUInt16BE(20 + attributes.length + 18, 2);
  const packet = Buffer.concat([head, authenticator, attributes, bytes(80, Buffer.alloc(16))]);
  createHmac('md5', secret)
    .update(packet)
    .digest()
    .copy(packet, packet.length - 16);
  return packet;
}

/** The password in the cipher of the RFC. */
function hidden(authenticator: Buffer, secret: string): Buffer {
  const padded = Buffer.alloc(Math.ceil(PASSWORD.length / 16) * 16);
  padded.write(PASSWORD);
  let mask = md5(secret, authenticator);
  for (let at = 0; at < padded.length; at += 16) {
    for (let place = 0; place < 16; place += 1)
      padded.writeUInt8(padded.readUInt8(at + place) ^ mask.readUInt8(place), at + place);
    mask = md5(secret, padded.subarray(at, at + 16));
  }
  return padded;
}

/** What a device tells of a session. */
export function reportPacket(line: BenchLine, nas: string, id: number, secret: string, report: Report): Buffer {
  const { kind, session, seconds, octets, delay = 0, isNarrow = false } = report;
  const attributes = Buffer.concat([
    ...ofLine(line, nas),
    number(40, KINDS[kind]),
    text(44, session),
    text(25, line.told),
    ip(8, line.address),
    number(41, delay),
    number(45, 1),
    number(46, seconds),
    number(42, octets),
    number(43, octets * 10),
    ...(isNarrow ? [] : [number(52, Math.floor(octets / 2 ** 32)), number(53, Math.floor((octets * 10) / 2 ** 32))]),
    number(55, Math.floor(Date.now() / 1000)),
    ...(kind === 'Stop' ? [number(49, 1)] : []),
  ]);
  return accountingPacket(id, attributes, secret);
}

/** A device tells that it has restarted. */
export const bootPacket = (nas: string, id: number, secret: string): Buffer =>
  accountingPacket(id, Buffer.concat([ip(4, nas), number(40, ACCOUNTING_ON), text(44, 'boot'), number(41, 0)]), secret);

function accountingPacket(id: number, attributes: Buffer, secret: string): Buffer {
  const head = Buffer.from([4, id, 0, 0]);
  head.writeUInt16BE(20 + attributes.length, 2);
  return Buffer.concat([head, md5(head, Buffer.alloc(16), attributes, secret), attributes]);
}
