// Encodes and decodes those packets of SMPP 3.4 that a sender of text messages needs.

export const COMMAND = {
  genericNack: 0x8000_0000,
  bindTransceiver: 0x0000_0009,
  submit: 0x0000_0004,
  deliver: 0x0000_0005,
  unbind: 0x0000_0006,
  enquireLink: 0x0000_0015,
} as const;

/** The bit that makes a command its response. */
export const ANSWER = 0x8000_0000;
const HEADER = 16;
/** The most bytes of a packet; no genuine one is longer. */
const LONGEST = 64 * 1024;

export interface Packet {
  readonly command: number;
  readonly status: number;
  readonly sequence: number;
  readonly body: Buffer;
}

export function packet({ command, status, sequence, body }: Packet): Buffer {
  const header = Buffer.alloc(HEADER);
  [HEADER + body.length, command, status, sequence].forEach((value, index) => header.writeUInt32BE(value, index * 4));
  return Buffer.concat([header, body]);
}

/** Splits a stream into packets; throws if it is not SMPP. */
export function packetReader(): (chunk: Buffer) => Packet[] {
  let waiting = Buffer.alloc(0);
  return (chunk) => {
    waiting = Buffer.concat([waiting, chunk]);
    const whole: Packet[] = [];
    while (waiting.length >= HEADER) {
      const length = waiting.readUInt32BE(0);
      if (length < HEADER || length > LONGEST) throw new Error(`SMPP: a packet of ${length} bytes`);
      if (waiting.length < length) break;
      whole.push({
        command: waiting.readUInt32BE(4),
        status: waiting.readUInt32BE(8),
        sequence: waiting.readUInt32BE(12),
        body: waiting.subarray(HEADER, length),
      });
      waiting = waiting.subarray(length);
    }
    return whole;
  };
}

const bytes = (...values: number[]) => Buffer.from(values);
/** A zero byte ends a field: one within it would move all fields behind. */
const text = (value: string) => Buffer.concat([Buffer.from(value, 'latin1').filter((byte) => byte !== 0), bytes(0)]);

const VERSION = 0x34;

export const bindBody = (login: string, password: string): Buffer =>
  Buffer.concat([text(login), text(password), text(''), bytes(VERSION, 0, 0), text('')]);

interface Address {
  readonly ton: number;
  readonly npi: number;
  readonly digits: string;
}

interface Submitted {
  readonly from: Address;
  readonly to: Address;
  readonly part: SmppTextPart;
}

const WITH_HEADER = 0x40;
const REPORT = 1;

export const submitBody = ({ from, to, part: { coding, hasHeader, content } }: Submitted): Buffer =>
  Buffer.concat([
    text(''),
    bytes(from.ton, from.npi),
    text(from.digits),
    bytes(to.ton, to.npi),
    text(to.digits),
    bytes(hasHeader ? WITH_HEADER : 0, 0, 0),
    text(''),
    text(''),
    bytes(REPORT, 0, coding, 0, content.length),
    content,
  ]);

const endOfText = (body: Buffer, start: number): number => {
  const end = body.indexOf(0, start);
  return end < 0 ? body.length : end;
};

/** The gateway's id of a message. */
export const messageIdOf = (body: Buffer): string => body.toString('latin1', 0, endOfText(body, 0));

interface Delivered {
  readonly isReport: boolean;
  /** The text of the report: `id:… stat:DELIVRD …` */
  readonly words: string;
  readonly options: ReadonlyMap<number, Buffer>;
}

const REPORT_MASK = 0x3c;
const IS_REPORT = 0x04;

/** An incoming message of a gateway: a delivery report, or a text that a person has sent. */
export function deliveredOf(body: Buffer): Delivered {
  let at = endOfText(body, 0) + 1;
  for (let address = 0; address < 2; address += 1) at = endOfText(body, at + 2) + 1;
  const esmClass = body[at] ?? 0;
  at += 3;
  for (let time = 0; time < 2; time += 1) at = endOfText(body, at) + 1;
  at += 4;
  const length = body[at] ?? 0;
  const words = body.toString('latin1', at + 1, at + 1 + length);
  return {
    isReport: (esmClass & REPORT_MASK) === IS_REPORT,
    words,
    options: optionsOf(body.subarray(at + 1 + length)),
  };
}

function optionsOf(rest: Buffer): Map<number, Buffer> {
  const options = new Map<number, Buffer>();
  for (let at = 0; at + 4 <= rest.length;) {
    const end = at + 4 + rest.readUInt16BE(at + 2);
    options.set(rest.readUInt16BE(at), rest.subarray(at + 4, end));
    at = end;
  }
  return options;
}

export interface SmppTextPart {
  readonly coding: number;
  readonly hasHeader: boolean;
  readonly content: Buffer;
}

const GSM = 0;
const UCS2 = 8;
/** Characters with the same code in ASCII and in the GSM alphabet. */
const PLAIN = /^[\w \r\n!"#%&'()*+,\-./:;<=>?]*$/;
const hasOnlyPlain = (whole: string) => PLAIN.test(whole) && !whole.includes('_');
/** The most characters of a single message, and of each part of a long one. */
const ROOM = { [GSM]: [160, 153], [UCS2]: [70, 67] } as const;

/** One message, or the parts of a long one, each with a header that lets the phone join them. */
export function textPartsOf(given: string, reference: number): SmppTextPart[] {
  const whole = given.replaceAll('\0', '');
  const coding = hasOnlyPlain(whole) ? GSM : UCS2;
  const [single, several] = ROOM[coding];
  const encode = (part: string) =>
    coding === GSM ? Buffer.from(part, 'latin1') : Buffer.from(part, 'utf16le').swap16();
  if (whole.length <= single) return [{ coding, hasHeader: false, content: encode(whole) }];
  const pieces = piecesOf(whole, several);
  return pieces.map((piece, index) => ({
    coding,
    hasHeader: true,
    content: Buffer.concat([bytes(5, 0, 3, reference & 0xff, pieces.length, index + 1), encode(piece)]),
  }));
}

/** Splits a text into pieces; no piece ends within a surrogate pair. */
function piecesOf(whole: string, room: number): string[] {
  const pieces = [''];
  for (const letter of whole) {
    const last = pieces.length - 1;
    const piece = pieces[last] ?? '';
    if (piece.length + letter.length > room) pieces.push(letter);
    else pieces[last] = piece + letter;
  }
  return pieces;
}
