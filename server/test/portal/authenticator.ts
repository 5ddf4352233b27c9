import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { PUBLIC_URL } from './open-portal.ts';

// A passkey in software, written from the WebAuthn standard alone: it shares no code with what the server checks it by.

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_KEY = 0x40;

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const base64url = (data: Buffer | string) => Buffer.from(data).toString('base64url');

type Cbor = number | string | Buffer | ReadonlyMap<number | string, Cbor>;

function head(major: number, value: number): Buffer {
  const kind = major << 5;
  if (value < 24) return Buffer.from([kind | value]);
  if (value < 256) return Buffer.from([kind | 24, value]);
  return Buffer.from([kind | 25, value >> 8, value & 255]);
}

function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const entries = [...value];
  return Buffer.concat([head(5, entries.length), ...entries.flatMap(([key, held]) => [cbor(key), cbor(held)])]);
}

interface Faults {
  readonly origin?: string;
  readonly rpId?: string;
  readonly isUnverified?: boolean;
}

export class Authenticator {
  readonly id = base64url(randomBytes(16));
  counter = 0;
  handle: string | undefined;
  private readonly keys: { publicKey: KeyObject; privateKey: KeyObject };

  constructor() {
    this.keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  }

  /** Makes the passkey that the portal asked for. */
  make(
    { challenge, rp_id, user_handle }: { challenge: string; rp_id: string; user_handle: string },
    faults: Faults = {},
  ) {
    this.handle = user_handle;
    const { x = '', y = '' } = this.keys.publicKey.export({ format: 'jwk' });
    const key = cbor(
      new Map<number, Cbor>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    );
    const id = Buffer.from(this.id, 'base64url');
    const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key]);
    const authData = Buffer.concat([this.data(rp_id, HAS_KEY, faults), attested]);
    const attestation = cbor(
      new Map<string, Cbor>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]),
    );
    return {
      id: this.id,
      client_data: base64url(clientData('webauthn.create', challenge, faults)),
      attestation: base64url(attestation),
      transports: ['internal'],
    };
  }

  /** Signs what the portal asked. */
  sign({ challenge, rp_id }: { challenge: string; rp_id: string }, faults: Faults = {}) {
    this.counter += 1;
    const data = this.data(rp_id, 0, faults);
    const client = clientData('webauthn.get', challenge, faults);
    const signature = sign('sha256', Buffer.concat([data, sha256(client)]), this.keys.privateKey);
    return {
      id: this.id,
      client_data: base64url(client),
      authenticator_data: base64url(data),
      signature: base64url(signature),
      user_handle: this.handle,
    };
  }

  private data(rpId: string, flags: number, faults: Faults): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    const seen = faults.isUnverified ? USER_PRESENT : USER_PRESENT | USER_VERIFIED;
    return Buffer.concat([sha256(faults.rpId ?? rpId), Buffer.from([flags | seen]), counter]);
  }
}

const clientData = (type: string, challenge: string, { origin = new URL(PUBLIC_URL).origin }: Faults): string =>
  JSON.stringify({ type, challenge, origin, crossOrigin: false });
