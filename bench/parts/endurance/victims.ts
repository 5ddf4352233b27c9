import { setTimeout as pause } from 'node:timers/promises';
import { Server } from '../../../e2e/harness/server.ts';
import type { Dice } from '../../../server/seeds/random.ts';
import type { LiveWorld } from './world.ts';

export type Victim = 'server' | 'worker' | 'database' | 'radius';
const VICTIMS = ['server', 'worker', 'database', 'radius'] as const;

interface Part {
  kill(): Promise<unknown>;
  start(): Promise<void>;
}

const PATIENCE_MS = 180_000;

/** A busy machine may need longer than `resume` waits. */
async function begun(server: Server, settings: Readonly<Record<string, string>>): Promise<void> {
  const began = Date.now();
  const late = await server.resume(settings).then(
    () => undefined,
    (error: unknown) => error,
  );
  while (late !== undefined) {
    const reply = await fetch(`${server.url}/readyz`).catch(() => undefined);
    if (reply?.ok) return;
    if (Date.now() - began > PATIENCE_MS)
      throw new Error(`not ready: ${await reply?.text()} ${server.output}`, { cause: late });
    await pause(500);
  }
}

/** The processes of the provider; any of them may be dead. */
export class Victims {
  readonly kills: { readonly victim: Victim; readonly at: number; until: number }[] = [];
  readonly #parts: Readonly<Record<Victim, Part>>;
  readonly server: Server;
  readonly worker: Server;
  #allSince: number | undefined = Date.now();

  private constructor(parts: Readonly<Record<Victim, Part>>, server: Server, worker: Server) {
    this.#parts = parts;
    this.server = server;
    this.worker = worker;
  }

  static async start({ primary, radius, settings }: LiveWorld): Promise<Victims> {
    const folder = settings['KABINET_DATA'] ?? '';
    const [server, worker] = [await Server.on(folder), await Server.on(folder)];
    const victims = new Victims(
      {
        server: {
          kill: () => server.end('SIGKILL'),
          start: () => begun(server, { ...settings, KABINET_WORKER: 'off' }),
        },
        worker: {
          kill: () => worker.end('SIGKILL'),
          start: () => begun(worker, { ...settings, PUBLIC_URL: server.url }),
        },
        database: { kill: () => primary.kill(), start: () => primary.start() },
        radius: { kill: () => radius.kill(), start: () => radius.resume() },
      },
      server,
      worker,
    );
    await victims.#parts.server.start();
    await victims.#parts.worker.start();
    return victims;
  }

  /** Since when nothing has been dead; undefined while something is. */
  get allSince(): number | undefined {
    return this.#allSince;
  }

  /** Kills one after the other, now and then two at once, until told to stop; each is dead for some seconds. */
  async strike(dice: Dice, isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      await pause(dice.between(4000, 22_000));
      if (isOver()) return;
      const first = dice.pick(VICTIMS);
      const second = dice.chance(25) ? dice.pick(VICTIMS) : first;
      const struck = [...new Set([first, second])];
      const deadMs = dice.between(0, 8000);
      this.#allSince = undefined;
      const at = Date.now();
      const notes = struck.map((victim) => ({ victim, at, until: Infinity }));
      this.kills.push(...notes);
      await Promise.all(struck.map((victim) => this.#parts[victim].kill()));
      await pause(deadMs);
      // PostgreSQL first: the portal starts only if it answers.
      if (struck.includes('database')) await this.#parts.database.start();
      await Promise.all(struck.filter((one) => one !== 'database').map((victim) => this.#parts[victim].start()));
      for (const note of notes) note.until = Date.now();
      console.log(
        `${new Date(at).toISOString()} ${struck.join(' and ')} dead for ${Math.round((Date.now() - at) / 1000)} s`,
      );
      this.#allSince = Date.now();
    }
  }

  async end(): Promise<void> {
    await this.worker.end();
    await this.server.end();
  }
}
