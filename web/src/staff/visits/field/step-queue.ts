import { nowMs } from '#web/lib/clock/clock.ts';
import { isUnresolved } from '../../api/outcome.ts';
import { noteUnsent } from '../../lib/unsent.ts';
import { stepRefusal } from './send-step.ts';
import type { StepStore } from './step-store.ts';
import { asNote, nextOf, type VisitStep } from './steps.rules.ts';

/** `kept`: the step waits on the device. */
export type StepEnd = 'sent' | 'kept' | 'refused';

interface SentStep extends VisitStep {
  readonly sentAt: string;
}

interface Shown {
  readonly waiting: readonly VisitStep[];
  readonly sent: readonly SentStep[];
  /** The device cannot store the steps, so they are lost with the page. */
  readonly isFleeting: boolean;
}

interface Ways {
  readonly store: StepStore;
  /** Sends a step to the server; `keep` stores the progress of its uploads. */
  readonly send: (step: VisitStep, keep: (step: VisitStep) => Promise<void>) => Promise<void>;
  /** Refreshes the screen. */
  readonly afterwards: () => Promise<unknown>;
}

const MOST_SENT = 20;
/** Older steps are deleted from the device. */
const KEPT_MS = 7 * 24 * 3_600_000;

/** Sends the steps of one person from this device in their order, each once. */
export class StepQueue {
  readonly #person: number;
  readonly #ways: Ways;
  readonly #listeners = new Set<() => void>();
  #shown: Shown = { waiting: [], sent: [], isFleeting: false };
  #running: Promise<void> | undefined;

  constructor(person: number, ways: Ways) {
    this.#person = person;
    this.#ways = ways;
  }

  get = (): Shown => this.#shown;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Reads the steps that an earlier page has stored. */
  async load(): Promise<void> {
    try {
      const all = await this.#ways.store.read();
      const old = all.filter(({ at }) => Date.parse(at) < nowMs() - KEPT_MS);
      for (const { key } of old) await this.#ways.store.drop(key);
      const known = new Set(this.#shown.waiting.map(({ key }) => key));
      const found = all.filter((step) => step.personId === this.#person && !known.has(step.key) && !old.includes(step));
      this.#show({ waiting: [...found, ...this.#shown.waiting] });
    } catch {
      this.#show({ isFleeting: true });
    }
  }

  /** Stores a step, then sends it if there is a network. Resolves when the step is stored. */
  async add(step: Omit<VisitStep, 'key' | 'personId' | 'at'>): Promise<{ readonly outcome: Promise<StepEnd> }> {
    const made: VisitStep = {
      ...step,
      key: crypto.randomUUID(),
      personId: this.#person,
      at: new Date(nowMs()).toISOString(),
    };
    await this.#keep(made);
    return { outcome: this.flush().then(() => this.#outcomeOf(made.key)) };
  }

  /** Sends all steps that can be sent, one after the other; callers at the same time share one run. */
  flush(): Promise<void> {
    this.#running ??= this.#tellAll().finally(() => (this.#running = undefined));
    return this.#running;
  }

  async retry(step: VisitStep): Promise<void> {
    const { refused: _, ...again } = step;
    await this.#keep(again);
    await this.flush();
  }

  async sendAsNote(step: VisitStep): Promise<void> {
    await this.#keep(asNote(step, crypto.randomUUID()), step.key);
    await this.drop(step);
    await this.flush();
  }

  async drop({ key }: VisitStep): Promise<void> {
    await this.#ways.store.drop(key).catch(() => undefined);
    this.#show({ waiting: this.#shown.waiting.filter((one) => one.key !== key) });
    void this.flush();
  }

  async #tellAll(): Promise<void> {
    for (let step = nextOf(this.#shown.waiting); step; step = nextOf(this.#shown.waiting)) {
      if (!(await this.#tell(step))) return;
    }
  }

  /** False: the outcome is unknown, so the step is sent again later with the same key. */
  async #tell(step: VisitStep): Promise<boolean> {
    try {
      await this.#ways.send(step, (next) => this.#keep(next));
    } catch (failure) {
      if (isUnresolved(failure)) return false;
      const latest = this.#shown.waiting.find(({ key }) => key === step.key) ?? step;
      await this.#keep({ ...latest, refused: stepRefusal(failure) });
      return true;
    }
    // Before what is asked afterwards: an answer that is older than a step does not know of it.
    const sent = { ...step, files: [], sentAt: new Date(nowMs()).toISOString() };
    await this.#ways.store.drop(step.key).catch(() => undefined);
    await this.#ways.afterwards().catch(() => undefined);
    this.#show({
      waiting: this.#shown.waiting.filter(({ key }) => key !== step.key),
      sent: [sent, ...this.#shown.sent].slice(0, MOST_SENT),
    });
    return true;
  }

  #outcomeOf(key: string): StepEnd {
    const step = this.#shown.waiting.find((one) => one.key === key);
    if (!step) return 'sent';
    return step.refused === undefined ? 'kept' : 'refused';
  }

  /** In the place of the step of that key, or at the end. */
  async #keep(step: VisitStep, place = step.key): Promise<void> {
    const isFleeting = await this.#ways.store.put(step).then(
      () => this.#shown.isFleeting,
      () => true,
    );
    const at = this.#shown.waiting.findIndex(({ key }) => key === place);
    const waiting = at < 0 ? [...this.#shown.waiting, step] : this.#shown.waiting.with(at, step);
    this.#show({ waiting, isFleeting });
  }

  #show(next: Partial<Shown>): void {
    this.#shown = { ...this.#shown, ...next };
    noteUnsent(this.#shown.waiting.length);
    for (const listener of this.#listeners) listener();
  }
}
