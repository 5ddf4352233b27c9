import { setTimeout as pause } from 'node:timers/promises';
import { DEMO_PASSWORD } from '../../server/seeds/people/password.ts';
import { HOME } from '../parts/home-parts.ts';
import { ask, type Faults } from './ask.ts';

const TICK_MS = 20;
const MOST_WAITING = 400;
const SIGN_IN_EVERY_MS = 2000;
const AGAIN_MS = 500;

/** Clients that look at their home screens at a steady rate, sign in, and listen for events. Nobody repeats a view. */
export class Visitors {
  views = 0;
  signIns = 0;
  /** When a view was answered; milliseconds of the process. */
  readonly seenAt: number[] = [];
  /** Of all views, answered or refused: milliseconds. */
  longest = 0;
  readonly #site: string;
  readonly #faults: Faults;
  readonly #ending = new AbortController();
  #waiting = 0;

  constructor(site: string, faults: Faults) {
    this.#site = site;
    this.#faults = faults;
  }

  end(): void {
    this.#ending.abort();
  }

  async look(tokens: readonly string[], perSecond: number): Promise<void> {
    let [began, sent] = [performance.now(), 0];
    while (!this.#ending.signal.aborted) {
      const due = ((performance.now() - began) / 1000) * perSecond;
      for (; sent < due && this.#waiting < MOST_WAITING; sent += 1)
        void this.#lookOnce(tokens[sent % tokens.length] ?? '');
      if (sent < due) [began, sent] = [performance.now(), 0];
      await pause(TICK_MS);
    }
  }

  async #lookOnce(token: string): Promise<void> {
    this.#waiting += 1;
    const began = performance.now();
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}`, origin: this.#site };
    const told = await ask(`${this.#site}/api/v2/default/index`, {
      method: 'POST',
      headers,
      body: JSON.stringify(HOME),
    });
    this.#waiting -= 1;
    this.longest = Math.max(this.longest, performance.now() - began);
    if (!this.#faults.judge('view', told, told.status === 200)) return;
    this.views += 1;
    this.seenAt.push(performance.now());
  }

  async signInAgain(contractIds: readonly number[]): Promise<void> {
    for (let turn = 0; !this.#ending.signal.aborted; turn += 1) {
      const body = JSON.stringify({ login: String(contractIds[turn % contractIds.length]), password: DEMO_PASSWORD });
      const headers = { 'content-type': 'application/json', origin: this.#site };
      const told = await ask(`${this.#site}/api/v2/auth/token`, { method: 'POST', headers, body });
      if (this.#faults.judge('sign-in', told, told.status === 200)) this.signIns += 1;
      await pause(SIGN_IN_EVERY_MS);
    }
  }

  /** Listens for events as a browser does: connects again when the stream ends. Pushes the moment of each into the list. */
  async listen(portal: string, token: string, heardAt: number[]): Promise<void> {
    const { signal } = this.#ending;
    while (!signal.aborted) {
      await heard(portal, token, { signal, hear: () => void heardAt.push(performance.now()) }).catch(() => undefined);
      await pause(AGAIN_MS);
    }
  }
}

async function heard(portal: string, token: string, { signal, hear }: { signal: AbortSignal; hear: () => void }) {
  const headers = { authorization: `Bearer ${token}`, origin: portal };
  const reply = await fetch(`${portal}/api/v2/event/stream`, { headers, signal });
  if (!reply.body) return;
  for await (const part of reply.body.pipeThrough(new TextDecoderStream()))
    if (part.includes('event: outdated')) hear();
}
