import type { Pool } from 'pg';
import type { Dice } from '../../seeds/random.ts';
import { openNas, type EmulatedNas, type NasHabit } from '../../test/emulators/nas.ts';
import type { NetworkTime } from './time.ts';

/** A session as its device has it. */
interface Session {
  readonly ref: string;
  readonly login: string;
  readonly address: string;
  readonly begun: number;
  /** What it was told last: `k:<service>:<shape>`. */
  told: string;
  bytes: number;
}

/** A session that there was, and whether the portal has ever got a packet of it. */
interface Past {
  readonly ref: string;
  isHeard: boolean;
}

interface Packet {
  readonly kind: string;
  readonly session: Session;
  readonly at: number;
  readonly bytes: number;
  readonly seconds: number;
  readonly told: string;
}

interface Parts {
  readonly pool: Pool;
  readonly dice: Dice;
  readonly time: NetworkTime;
  readonly nas: EmulatedNas & { close(): void };
}

export const SECRET = 'the secret of a device';
const DISCONNECT = 40;
const [NO_SESSION, CANNOT] = [503, 405];
const COPIES = 3;

const first = (values: Readonly<Record<string, readonly string[]>>, attribute: number): string =>
  values[String(attribute)]?.[0] ?? '';

/**
 * A device of access with faults. What it does itself is the truth; its packets are lost, repeated, late and out of order, its clock
 * lies, and its answers to orders are as they are decided.
 */
export class SimDevice {
  /** With what it answers to orders: as it should, not at all, not at all but obeying, or with a refusal. */
  mood: 'obeys' | 'deaf' | 'mute' | 'refuses' = 'obeys';
  isPerfect = false;
  readonly living = new Map<string, Session>();
  readonly past: Past[] = [];
  readonly #late: Packet[] = [];
  /** Ends that were ordered, until they are told. */
  readonly #leaving: Promise<void>[] = [];
  readonly #parts: Parts;
  readonly address: string;
  readonly kind: string;
  #last = 0;

  private constructor(address: string, kind: string, parts: Parts) {
    this.address = address;
    this.kind = kind;
    this.#parts = parts;
    parts.nas.habit = (order) => this.#answer(order.code, order.values);
  }

  static async open([address, kind]: readonly [string, string], parts: Omit<Parts, 'nas'>): Promise<SimDevice> {
    return new SimDevice(address, kind, { ...parts, nas: await openNas(SECRET, address) });
  }

  get port(): number {
    return this.#parts.nas.port;
  }
  close(): void {
    this.#parts.nas.close();
  }

  /** A client enters with what RADIUS has told. */
  async enter(login: string, told: string): Promise<void> {
    const used = new Set([...this.living.values()].map((one) => one.address));
    const free = Array.from({ length: 99 }, (_, place) => `100.64.0.${place + 1}`).find((one) => !used.has(one)) ?? '';
    this.#last += 1;
    const ref = `${this.address}-${this.#last}`;
    const session = { ref, login, address: free, told, begun: this.#parts.time.now(), bytes: 0 };
    this.living.set(ref, session);
    this.past.push({ ref, isHeard: false });
    await this.#tell('Start', session);
  }

  async report(): Promise<void> {
    await Promise.all(this.#leaving.splice(0));
    for (const session of this.living.values()) {
      session.bytes += this.#parts.dice.between(1, 5e9);
      await this.#tell('Interim-Update', session);
    }
  }

  async leave(ref: string): Promise<void> {
    const session = this.living.get(ref);
    this.living.delete(ref);
    if (session) await this.#tell('Stop', session);
  }

  /** All sessions are gone, and nobody tells of their ends. */
  async reboot(): Promise<void> {
    this.living.clear();
    await this.#tell('Accounting-On');
  }

  /** What was on its way all the time, in any order. */
  async deliverLate(): Promise<void> {
    const late = this.#late.splice(0).toSorted(() => this.#parts.dice.between(0, 2) - 1);
    for (const packet of late) await this.#write(packet);
  }

  #answer(code: number, values: Readonly<Record<string, readonly string[]>>): NasHabit {
    if (this.mood === 'deaf') return 'silent';
    const session = this.living.get(first(values, 44));
    const refusal = this.#refusalOf(code, session);
    if (session && !refusal) this.#obey(code, session, first(values, 25));
    return this.mood === 'mute' ? 'silent' : (refusal ?? 'ack');
  }

  #refusalOf(code: number, session: Session | undefined): NasHabit | undefined {
    if (!session) return { nak: NO_SESSION };
    return code !== DISCONNECT && this.mood === 'refuses' ? { nak: CANNOT } : undefined;
  }

  #obey(code: number, session: Session, told: string): void {
    if (code === DISCONNECT) this.#leaving.push(this.leave(session.ref));
    else session.told = told;
  }

  async #tell(kind: string, session: Session = this.#itself()): Promise<void> {
    const { dice, time } = this.#parts;
    const at = time.now();
    const { bytes, told } = session;
    const packet = { kind, session, at, bytes, told, seconds: Math.round((at - session.begun) / 1000) };
    if (this.isPerfect) return this.#write(packet);
    if (dice.chance(15)) return;
    if (dice.chance(20)) this.#late.push(packet);
    else await this.#write(packet);
  }

  /** Of what is told of no session. */
  #itself(): Session {
    return { ref: '', login: '', address: '', told: '', begun: this.#parts.time.now(), bytes: 0 };
  }

  /** As FreeRADIUS does, for each copy. The device's own clock stands in 2001. */
  async #write({ kind, session: { ref, login, address }, at, bytes, seconds, told }: Packet): Promise<void> {
    const { pool, dice, time } = this.#parts;
    for (const past of this.past) if (past.ref === ref) past.isHeard = true;
    const delay = Math.round((time.now() - at) / 1000);
    for (let copies = this.isPerfect ? 1 : dice.between(1, COPIES); copies > 0; copies -= 1)
      await pool.query(
        `insert into radius.accounting (nas, kind, session, unique_id, login, class, address, nat, delay, seconds, bytes_in, bytes_out, cause, nas_time)
         values ($1, $2, $3, $3, $4, $5, $6, ':-', $7, $8, $9, 0, '', '2001-01-01')`,
        [this.address, kind, ref, login, told, address, delay, seconds, bytes],
      );
  }
}
