import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EventKind } from '@kabinet/contract/kernel/call/outdates';
import type { AddressNetwork } from '#server/domain/identity/session/address.rules.ts';

/** A browser that listens. */
export interface Listener {
  /** Absent for a guest, who gets only the load of the network. */
  readonly contractId?: number | undefined;
  readonly sessionId?: string | undefined;
  /** Kinds of events that it may get; absent: all of its contract. */
  readonly hears?: readonly EventKind[] | undefined;
  /** Whether it gets the load of the network, because its screen shows it. */
  readonly hearsLoad: boolean;
  readonly networks: readonly AddressNetwork[];
  /** Somebody of the staff, who has the card of the contract open. */
  readonly isStaff?: boolean | undefined;
  /** Somebody of the staff, who has the queue of orders open. */
  readonly hearsQueue?: boolean | undefined;
  /** When its access ends by itself, in milliseconds; absent: it has no term. */
  readonly until?: number | undefined;
  /** Sends the text unchanged; disconnects a listener that does not keep up. */
  send(text: string): void;
  /** Sends the reason, by which the browser knows when to reconnect, and ends the stream. */
  end(why: StreamEnding): void;
}

/** `over`: the session has ended. `replaced`: the same session listens elsewhere. `restart`: the server restarts. */
export type StreamEnding = 'over' | 'replaced' | 'restart';

export interface StreamLimits {
  /** The most streams of one session: a browser has one, and for a moment also the next one. */
  readonly ofSession: number;
  /** The most streams of one address; its networks may have a multiple (`Network.share`). */
  readonly ofAddress: number;
  /** The most streams of this process. */
  readonly all: number;
}

/** Listeners that are written to in one turn of the event loop, so that calls are answered in between. */
const AT_ONCE = 250;
/** Seconds between two writes to a stream, or proxies and browsers take it for dead. Each second one part of them is written. */
const BEAT_S = 20;

export type StreamAdmission = 'admitted' | 'full' | 'crowded';

/** The keys by which a listener is found. */
const keysOf = ({ contractId, sessionId, networks, hearsLoad, hearsQueue, until }: Listener): string[] => [
  ...(contractId === undefined ? [] : [`contract ${contractId}`]),
  ...(sessionId === undefined ? [] : [`session ${sessionId}`]),
  ...networks.map(({ name }) => `network ${name}`),
  ...(hearsLoad ? ['load'] : []),
  ...(hearsQueue ? ['queue'] : []),
  ...(until === undefined ? [] : ['term']),
];

/** The listeners of this process. */
export class Listeners {
  readonly #limits: StreamLimits;
  readonly #all = new Set<Listener>();
  readonly #by = new Map<string, Set<Listener>>();
  /** The listeners that still get a sign of life in this round. */
  #turn: Iterator<Listener> = this.#all.values();

  constructor(limits: StreamLimits) {
    this.#limits = limits;
  }

  get count(): number {
    return this.#all.size;
  }

  /** Whether one more listener from these networks may join. */
  admits(networks: readonly AddressNetwork[]): StreamAdmission {
    if (this.#all.size >= this.#limits.all) return 'full';
    const isCrowded = networks.some(
      ({ name, share }) => this.#found('network', name).size >= this.#limits.ofAddress * share,
    );
    return isCrowded ? 'crowded' : 'admitted';
  }

  /** The newest streams of a session stay: an older one may be left over from a lost connection. */
  join(listener: Listener): void {
    const earlier = listener.sessionId === undefined ? [] : [...this.#found('session', listener.sessionId)];
    for (const old of earlier.slice(0, Math.max(0, earlier.length + 1 - this.#limits.ofSession))) {
      this.#end(old, 'replaced');
    }
    this.#all.add(listener);
    for (const key of keysOf(listener)) this.#by.set(key, (this.#by.get(key) ?? new Set()).add(listener));
  }

  leave(listener: Listener): void {
    if (!this.#all.delete(listener)) return;
    for (const key of keysOf(listener)) {
      const those = this.#by.get(key);
      those?.delete(listener);
      if (those?.size === 0) this.#by.delete(key);
    }
  }

  ofContract(contractId: number): ReadonlySet<Listener> {
    return this.#found('contract', contractId);
  }

  ofQueue(): ReadonlySet<Listener> {
    return this.#by.get('queue') ?? NONE;
  }

  /** Whether any listener gets the load of the network. */
  get hearLoad(): boolean {
    return this.#by.has('load');
  }

  contracts(): number[] {
    return this.#names('contract').map(Number);
  }

  sessions(): string[] {
    return this.#names('session');
  }

  endSession(sessionId: string, { except = () => false }: { except?: (listener: Listener) => boolean } = {}): void {
    for (const listener of [...this.#found('session', sessionId)]) if (!except(listener)) this.#end(listener, 'over');
  }

  /** Ends the streams whose access is over by now, a moment in milliseconds. */
  endOverdue(now: number): void {
    for (const listener of [...(this.#by.get('term') ?? NONE)]) {
      if (listener.until !== undefined && listener.until <= now) this.#end(listener, 'over');
    }
  }

  endAll(why: StreamEnding): void {
    for (const listener of [...this.#all]) this.#end(listener, why);
  }

  /** Called each second: writes a sign of life to the next part of the listeners, so that each gets one within `BEAT_S`. */
  beat(text: string): void {
    for (let left = Math.ceil(this.#all.size / BEAT_S); left > 0; left -= 1) {
      const next = this.#turn.next();
      if (next.done) {
        this.#turn = this.#all.values();
        return;
      }
      next.value.send(text);
    }
  }

  /** Sends to all listeners, or to those that get the load, a few hundred in each turn of the event loop. */
  async broadcast(text: string, { loadOnly = false } = {}): Promise<void> {
    const those = [...(loadOnly ? (this.#by.get('load') ?? NONE) : this.#all)];
    for (let from = 0; from < those.length; from += AT_ONCE) {
      for (const listener of those.slice(from, from + AT_ONCE)) listener.send(text);
      await nextTurn();
    }
  }

  #found(kind: string, name: string | number): ReadonlySet<Listener> {
    return this.#by.get(`${kind} ${name}`) ?? NONE;
  }

  #names(kind: string): string[] {
    return [...this.#by.keys()].flatMap((key) => (key.startsWith(`${kind} `) ? [key.slice(kind.length + 1)] : []));
  }

  #end(listener: Listener, why: StreamEnding): void {
    this.leave(listener);
    listener.end(why);
  }
}

const NONE: ReadonlySet<Listener> = new Set();
