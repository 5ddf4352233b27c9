import { setTimeout as pause } from 'node:timers/promises';
import type { Dice } from '../../../server/seeds/random.ts';
import { openNas, type EmulatedNas, type NasHabit } from '../../../server/test/emulators/nas.ts';
import { NAS_SECRET } from '../../../peers/radius/server.ts';
import { bootPacket, loginPacket, reportPacket, type Report } from '../network/packets.ts';
import { classOf, openExchange, type Exchange } from './exchange.ts';
import type { LiveLine } from './world.ts';

export interface DeviceShape {
  readonly address: string;
  readonly kind: string;
  /** Counts to 4 GiB, and tells no gigawords. */
  readonly isNarrow: boolean;
}

/** A packet about a session, as its device knows it; the moments are its own. */
export interface SentPacket {
  readonly kind: Report['kind'];
  readonly at: number;
  readonly seconds: number;
  readonly octets: number;
  /** When FreeRADIUS answered that it has it. */
  answeredAt?: number;
}

/** A session, as it really was. */
export interface LiveSession {
  readonly ref: string;
  readonly line: LiveLine;
  readonly begun: number;
  /** Octets from the subscriber in a second; ten times as many go to him. */
  readonly rate: number;
  readonly packets: SentPacket[];
  /** The class that it was opened with, or was changed to. */
  told: string;
  endedAt?: number;
}

interface Ports {
  readonly port: number;
  readonly accountingPort: number;
}

const TRIES = 3;
const DISCONNECT = 40;
const NO_SESSION = 503;
const REPORT_EACH_MS = 10_000;
/** The rule of folding takes an id that the same login has again within ten minutes for the same session. */
const SAME_ID_MS = 600_000;

/** A device of access with real packets. What it does is the truth; some packets it never sends, and its restarts nobody announces. */
export class LiveDevice {
  readonly shape: DeviceShape;
  readonly living = new Map<string, LiveSession>();
  readonly past: LiveSession[] = [];
  isPerfect = false;
  /** Sends no reports for a moment. */
  isHeld = false;
  /** Since when it obeys orders again; undefined while it does not. */
  obeysSince: number | undefined = 0;
  orders = 0;
  boots = 0;
  refused = 0;
  silences = 0;
  readonly #nas: EmulatedNas & { close(): void };
  readonly #exchange: Exchange;
  readonly #ports: Ports;
  readonly #dice: Dice;
  #last = 0;

  private constructor(
    shape: DeviceShape,
    {
      nas,
      exchange,
      ports,
      dice,
    }: { nas: EmulatedNas & { close(): void }; exchange: Exchange; ports: Ports; dice: Dice },
  ) {
    this.shape = shape;
    this.#nas = nas;
    this.#exchange = exchange;
    this.#ports = ports;
    this.#dice = dice;
    nas.habit = ({ code, values }) => {
      this.orders += 1;
      return this.#obey(code, values);
    };
  }

  static async open(shape: DeviceShape, parts: { ports: Ports; dice: Dice }): Promise<LiveDevice> {
    const nas = await openNas(NAS_SECRET, shape.address);
    return new LiveDevice(shape, { nas, exchange: await openExchange(shape.address), ...parts });
  }

  get coaPort(): number {
    return this.#nas.port;
  }

  close(): void {
    this.#nas.close();
    this.#exchange.close();
  }

  /** A router's try to enter; whether it is let in. */
  async enter(line: LiveLine): Promise<boolean> {
    const { port } = this.#ports;
    for (let tries = TRIES; tries > 0; tries -= 1) {
      const reply = await this.#exchange.ask(port, (id) => loginPacket(line, this.shape.address, id, NAS_SECRET));
      const told = classOf(reply);
      if (told !== undefined) {
        await this.#begin(line, told);
        return true;
      }
      if (reply) break;
    }
    this.refused += 1;
    return false;
  }

  async #begin(line: LiveLine, told: string): Promise<void> {
    const now = Date.now();
    const rate = this.#dice.between(3e6, 6e6);
    const session = { ref: this.#freeRef(line), line, begun: now, rate, told, packets: [] };
    this.living.set(session.ref, session);
    this.past.push(session);
    await this.#tell(session, 'Start', 10);
  }

  #freeRef({ login }: LiveLine): string {
    const isUsed = (ref: string) =>
      this.living.has(ref) ||
      this.past.some((one) => one.ref === ref && one.line.login === login && one.begun > Date.now() - SAME_ID_MS * 2);
    do this.#last += 1;
    while (isUsed(`s-${this.#last}`));
    return `s-${this.#last}`;
  }

  /** While the session lives, a report each ten seconds. */
  async report(session: LiveSession): Promise<void> {
    if (this.living.get(session.ref) === session) await this.#tell(session, 'Interim-Update', 10);
  }

  async leave(session: LiveSession): Promise<void> {
    if (this.living.get(session.ref) !== session) return;
    this.living.delete(session.ref);
    session.endedAt = Date.now();
    await this.#tell(session, 'Stop', 20);
  }

  /** All sessions are gone, nobody tells of their ends, and numbers begin anew. */
  async reboot(): Promise<void> {
    for (const session of this.living.values()) session.endedAt = Date.now();
    this.living.clear();
    this.#last = 0;
    this.boots += 1;
    await pause(1500);
    if (this.#dice.chance(80))
      for (let tries = TRIES; tries > 0; tries -= 1)
        if (
          await this.#exchange.ask(this.#ports.accountingPort, (id) => bootPacket(this.shape.address, id, NAS_SECRET))
        )
          return;
  }

  #obey(code: number, values: Readonly<Record<string, readonly string[]>>): NasHabit {
    if (this.obeysSince === undefined) return 'silent';
    const [ref = '', login, told] = ['44', '1', '25'].map((attribute) => values[attribute]?.[0]);
    const session = this.living.get(ref);
    // The number may be another client's after a restart.
    if (!session || session.line.login !== login) return { nak: NO_SESSION };
    if (code === DISCONNECT) void this.leave(session);
    else session.told = told ?? session.told;
    return 'ack';
  }

  async #tell(session: LiveSession, kind: Report['kind'], percentLost: number): Promise<void> {
    const at = Date.now();
    const seconds = Math.round((at - session.begun) / 1000);
    const packet: SentPacket = { kind, at, seconds, octets: Math.round(session.rate * seconds) };
    if (!this.isPerfect && this.#dice.chance(percentLost)) return;
    session.packets.push(packet);
    const line = { ...session.line, told: session.told };
    for (let tries = TRIES; tries > 0; tries -= 1) {
      const delay = Math.round((Date.now() - at) / 1000);
      const report = {
        kind,
        session: session.ref,
        seconds,
        octets: packet.octets,
        delay,
        isNarrow: this.shape.isNarrow,
      };
      const answer = await this.#exchange.ask(this.#ports.accountingPort, (id) =>
        reportPacket(line, this.shape.address, id, NAS_SECRET, report),
      );
      if (!answer) continue;
      packet.answeredAt = Date.now();
      return;
    }
  }

  /** Until it is told to stop: reports of all sessions, each in its turn. */
  async reportAll(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const sessions = this.isHeld ? [] : [...this.living.values()];
      const each = REPORT_EACH_MS / Math.max(1, sessions.length);
      for (const session of sessions) {
        if (this.isHeld) break;
        void this.report(session);
        await pause(each);
      }
      if (sessions.length === 0) await pause(500);
    }
  }
}
