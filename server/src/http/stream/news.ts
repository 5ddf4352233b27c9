import { z } from 'zod';
import { instant } from '@kabinet/contract/kernel/day';
import { OUTDATED_BY, type EventKind, type Outdated, type Resource } from '@kabinet/contract/kernel/call/outdates';
import type { Clock } from '#server/kernel/clock.ts';
import type { Listener, Listeners } from './listeners.ts';

const Kind = z.enum(Object.keys(OUTDATED_BY) as [EventKind, ...EventKind[]]);
/** A signal, as the triggers of the database write it (`0205_signals.sql`). */
const Told = z.union([
  z.object({
    tx: z.string(),
    what: Kind.exclude(['incident']),
    contracts: z.array(z.int()),
    messages: z.array(z.int()).optional(),
  }),
  z.object({
    tx: z.string(),
    what: z.literal('incident'),
    town: z.int(),
    incident: z.int().optional(),
    messages: z.array(z.int()).optional(),
  }),
  z.object({ tx: z.string(), what: z.literal('session'), session: z.string() }),
  z.object({ tx: z.string(), what: z.literal('presence'), contracts: z.array(z.int()) }),
  z.object({ tx: z.string(), what: z.literal('lease') }),
]);

/** Where something happened: a town, and the places of an incident in it. */
export interface NewsPlace {
  readonly town: number;
  readonly incident?: number | undefined;
}

interface Entry {
  /** The transaction. */
  readonly id: string;
  readonly kind: EventKind;
  /** Undefined if not known: then every browser that was away gets the event and asks again, which shows it only its own data. */
  readonly contracts?: ReadonlySet<number>;
  readonly messages: readonly number[];
  /** When it was heard, in milliseconds since the start of the process; the same for all that was heard together. */
  readonly heardAt: number;
}

/** Events that one contract is told of together. */
interface Pending {
  readonly kinds: Set<EventKind>;
  readonly messages: Set<number>;
  id: string;
}

export interface NewsOptions {
  readonly listeners: Listeners;
  readonly clock: Clock;
  /** Returns those of the contracts that are at the place. */
  readonly contractsAt: (place: NewsPlace, among: readonly number[]) => Promise<readonly number[]>;
  readonly failed: (error: unknown) => void;
}

/** How many signals are kept for browsers that reconnect; a few hundred bytes each. */
const REMEMBERED = 5_000;
/** Added to the age that a browser names, for the time that its data were under way. */
const ON_THE_WAY_MS = 3_000;

const GAP = 'event: gap\ndata: {}\n\n';

/** Somebody of the staff has opened or closed the card of a contract: sent to the staff alone. */
const PRESENCE = 'event: presence\ndata: {}\n\n';

/** The queue of orders has changed: sent to whoever of the staff has it open. */
const QUEUE = 'event: queue\ndata: {}\n\n';
/** A busy queue is told so often, and no more. */
const QUEUE_MS = 1000;

/** Failures or maintenance have changed: sent to every browser that shows the network. */
const NETWORK = 'event: network\ndata: {}\n\n';

/** Turns signals of the database into events for each listener. */
export class News {
  readonly #options: NewsOptions;
  readonly #pending = new Map<number, Pending>();
  #entries: Entry[] = [];
  /** Since when every signal is kept, in milliseconds since the start of the process. */
  #since = performance.now();
  #lastId = '0';
  #lastHeardAt = 0;
  #isQueueNew = false;
  #queueTimer: NodeJS.Timeout | undefined;

  constructor(options: NewsOptions) {
    this.#options = options;
  }

  /** The id of the last event, from which a stream that starts now continues. */
  get lastId(): string {
    return this.#lastId;
  }

  /** What has committed since the last call. */
  hear(payloads: readonly string[]): void {
    const heardAt = performance.now();
    this.#lastHeardAt = heardAt;
    for (const payload of payloads) {
      try {
        this.#hearOne(Told.parse(JSON.parse(payload)), heardAt);
      } catch (error) {
        // A newer version that runs beside this one may send signals that this one does not know.
        this.#options.failed(error);
      }
    }
    this.#tell();
  }

  #hearOne(told: z.infer<typeof Told>, heardAt: number): void {
    this.#lastId = told.tx;
    if (told.what === 'session') {
      this.#options.listeners.endSession(told.session);
      return;
    }
    if (told.what === 'presence') {
      this.#tellPresence(told.contracts);
      return;
    }
    if (told.what === 'lease') {
      this.#tellQueue();
      return;
    }
    const { tx: id, what: kind, messages = [] } = told;
    if (kind === 'order') this.#tellQueue();
    const heard = { id, kind, messages, heardAt };
    if (told.what === 'incident') {
      this.#remember(heard);
      void this.#tellThose(heard, told);
      void this.#options.listeners.broadcast(NETWORK, { loadOnly: true });
      return;
    }
    const contracts = new Set(told.contracts);
    this.#remember({ ...heard, contracts });
    for (const contractId of contracts) this.#gather(contractId, heard);
  }

  #tellPresence(contracts: readonly number[]): void {
    for (const contractId of contracts) {
      for (const listener of this.#options.listeners.ofContract(contractId)) {
        if (listener.isStaff === true) listener.send(PRESENCE);
      }
    }
  }

  /** The first change is told at once, those of the next second together. */
  #tellQueue(): void {
    if (this.#queueTimer !== undefined) {
      this.#isQueueNew = true;
      return;
    }
    for (const listener of this.#options.listeners.ofQueue()) listener.send(QUEUE);
    this.#queueTimer = setTimeout(() => {
      this.#queueTimer = undefined;
      if (!this.#isQueueNew) return;
      this.#isQueueNew = false;
      this.#tellQueue();
    }, QUEUE_MS).unref();
  }

  /** Call it when signals were lost, so that nobody knows what has happened. */
  missed(): void {
    this.#entries = [];
    this.#since = performance.now();
    void this.#options.listeners.broadcast(GAP);
  }

  /** Tells a listener that has just joined what happened since the event that it heard last, or since so many milliseconds ago. */
  catchUp(listener: Listener, { lastId, age }: { lastId?: string | undefined; age?: number | undefined }): void {
    const { contractId } = listener;
    if (contractId === undefined || (lastId === undefined && age === undefined)) return;
    const missed = this.#after(lastId, age);
    if (!missed) {
      listener.send(GAP);
      return;
    }
    const own = missed.filter(({ contracts }) => contracts?.has(contractId) ?? true);
    if (own.length === 0) return;
    const kinds = new Set(own.map(({ kind }) => kind));
    const messages = new Set(own.flatMap((entry) => entry.messages));
    this.#sendTo(listener, { kinds, messages, id: this.#lastId });
  }

  #remember(entry: Entry): void {
    this.#entries.push(entry);
    if (this.#entries.length <= 2 * REMEMBERED) return;
    this.#entries = this.#entries.slice(-REMEMBERED);
    this.#since = this.#entries[0]?.heardAt ?? this.#since;
  }

  /**
   * Entries after an event; undefined if that is not known. Repeats what was heard together with it: another process may have heard these
   * transactions in another order.
   */
  #after(lastId: string | undefined, age: number | undefined): readonly Entry[] | undefined {
    if (lastId !== undefined) {
      const from = lastId === this.#lastId ? this.#lastHeardAt : this.#entries.find(({ id }) => id === lastId)?.heardAt;
      return from === undefined ? undefined : this.#entries.filter(({ heardAt }) => heardAt >= from);
    }
    const since = performance.now() - (age ?? 0) - ON_THE_WAY_MS;
    return since < this.#since ? undefined : this.#entries.filter(({ heardAt }) => heardAt >= since);
  }

  async #tellThose(heard: Omit<Entry, 'contracts'>, place: NewsPlace): Promise<void> {
    const { listeners, contractsAt, failed } = this.#options;
    try {
      for (const contractId of await contractsAt(place, listeners.contracts())) this.#gather(contractId, heard);
      this.#tell();
    } catch (error) {
      failed(error);
    }
  }

  #gather(contractId: number, { id, kind, messages }: Omit<Entry, 'contracts'>): void {
    if (this.#options.listeners.ofContract(contractId).size === 0) return;
    const told = this.#pending.get(contractId) ?? { kinds: new Set(), messages: new Set(), id };
    told.kinds.add(kind);
    for (const message of messages) told.messages.add(message);
    told.id = id;
    this.#pending.set(contractId, told);
  }

  #tell(): void {
    const { listeners } = this.#options;
    for (const [contractId, told] of this.#pending) {
      for (const listener of [...listeners.ofContract(contractId)]) this.#sendTo(listener, told);
    }
    this.#pending.clear();
  }

  /** Sends a listener the events that his role may get. */
  #sendTo(listener: Listener, told: Pending): void {
    const { hears } = listener;
    if (!hears) {
      listener.send(this.#text(told));
      return;
    }
    const kinds = new Set([...told.kinds].filter((kind) => hears.includes(kind)));
    if (kinds.size === 0) return;
    listener.send(this.#text({ ...told, kinds, messages: kinds.has('message') ? told.messages : new Set() }));
  }

  #text({ kinds, messages, id }: Pending): string {
    const data: Outdated = {
      at: instant(this.#options.clock.now()),
      kinds: [...kinds],
      outdates: [...new Set([...kinds].flatMap((kind): readonly Resource[] => OUTDATED_BY[kind]))],
      messages: [...messages],
    };
    return `id: ${id}\nevent: outdated\ndata: ${JSON.stringify(data)}\n\n`;
  }
}
