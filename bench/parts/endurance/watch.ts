import { setTimeout as pause } from 'node:timers/promises';
import type { LiveDevice, LiveSession } from './device.ts';
import type { Victims } from './victims.ts';
import type { LiveWorld } from './world.ts';

/** Seconds for which a session may differ from what its service is, counted while nothing is dead and its device obeys. */
const LIMIT_S = 30;
/** The same of a session that was opened with something else, or of which nothing was told before: the reconciler's minutes. */
const LIMIT_OF_BORN_S = 150;
const LOOK_MS = 1000;
/** After a start, until the portal has connected again; and after a silence, until its device is asked again. */
const [SETTLING_MS, PROBE_MS] = [5000, 11_000];

type Access = 'open' | 'walled';

interface Differing {
  readonly wanted: Access;
  readonly since: number;
  readonly wasRight: boolean;
  seconds: number;
}

/** Looks each second whether anybody in debt is online, or anybody who has paid is not. */
export class Watch {
  readonly violations: string[] = [];
  readonly longest = { debtor: 0, payer: 0, born: 0 };
  looks = 0;
  debts = 0;
  readonly #shapes = new Map<string, Access>();
  readonly #differing = new Map<LiveSession, Differing>();
  readonly #right = new Set<LiveSession>();
  readonly #inDebt = new Set<number>();
  readonly #world: LiveWorld;
  readonly #devices: readonly LiveDevice[];
  readonly #victims: Victims;

  constructor(world: LiveWorld, devices: readonly LiveDevice[], victims: Victims) {
    this.#world = world;
    this.#devices = devices;
    this.#victims = victims;
  }

  async run(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      await pause(LOOK_MS);
      await this.#look().catch(() => undefined);
    }
  }

  async #look(): Promise<void> {
    const { pool } = this.#world.db;
    const ids = this.#world.lines.map(({ userId }) => userId);
    const shapes = await pool.query<{ shape: string; access: string }>(
      `select distinct r.shape, s.access from radius.service s join radius.reply r using (user_id) where s.user_id = any($1::bigint[])`,
      [ids],
    );
    for (const { shape, access } of shapes.rows) this.#shapes.set(shape, access === 'open' ? 'open' : 'walled');
    const states = await pool.query<{ user_id: string; state: string }>(
      'select user_id, state from service_user where user_id = any($1::bigint[])',
      [ids],
    );
    const wanted = new Map(
      states.rows.map(({ user_id, state }): [number, Access] => [
        Number(user_id),
        state === 'active' ? 'open' : 'walled',
      ]),
    );
    for (const [userId, access] of wanted) this.#noteDebt(userId, access);
    this.looks += 1;
    for (const device of this.#devices)
      for (const session of device.living.values())
        this.#compare(session, device, wanted.get(session.line.userId) ?? 'open');
  }

  #noteDebt(userId: number, access: Access): void {
    if (access === 'open') this.#inDebt.delete(userId);
    else if (!this.#inDebt.has(userId)) {
      this.#inDebt.add(userId);
      this.debts += 1;
    }
  }

  #compare(session: LiveSession, device: LiveDevice, wanted: Access): void {
    const has = this.#shapes.get(session.told.split(':')[2] ?? '');
    if (has === wanted) {
      this.#differing.delete(session);
      if (session.packets.some(({ answeredAt }) => answeredAt !== undefined)) this.#right.add(session);
      return;
    }
    const before = this.#differing.get(session);
    const now: Differing =
      before?.wanted === wanted
        ? before
        : { wanted, since: Date.now(), wasRight: this.#right.has(session), seconds: 0 };
    this.#differing.set(session, now);
    if (!this.#isHealthy(device)) return;
    now.seconds += LOOK_MS / 1000;
    this.#noteLength(session, device, now);
  }

  #noteLength(session: LiveSession, device: LiveDevice, now: Differing): void {
    const kind = !now.wasRight ? 'born' : now.wanted === 'walled' ? 'debtor' : 'payer';
    this.longest[kind] = Math.max(this.longest[kind], now.seconds);
    const limit = now.wasRight ? LIMIT_S : LIMIT_OF_BORN_S;
    if (now.seconds === limit + 1)
      this.violations.push(
        `${session.line.login} on ${device.shape.address} (${session.ref}) should be ${now.wanted} since ${new Date(now.since).toISOString()}, told ${session.told}`,
      );
  }

  #isHealthy({ obeysSince }: LiveDevice): boolean {
    const { allSince } = this.#victims;
    if (allSince === undefined || obeysSince === undefined) return false;
    return Date.now() - allSince > SETTLING_MS && Date.now() - obeysSince > PROBE_MS;
  }
}
