import { setTimeout as pause } from 'node:timers/promises';
import { sql } from '../../../server/src/db/sql.ts';
import { serviceChanged } from '../../../server/src/domain/services/provisioning/service-changed.ts';
import type { Dice } from '../../../server/seeds/random.ts';
import type { Acknowledged } from '../late-provider.ts';
import type { LiveDevice, LiveSession } from './device.ts';
import type { LiveLine, LiveWorld } from './world.ts';

/** Days that a wave of charges is late. */
export const LATE_DAYS = 3;
const WAVE_MS = 12_000;
const PAID = 100_00;
const PATIENCE_MS = 300_000;

/** Until it is done: while something is dead, again. */
async function persistently<T>(work: () => Promise<T>, isOver: () => boolean): Promise<T | undefined> {
  const began = Date.now();
  while (!isOver()) {
    try {
      return await work();
    } catch (error) {
      // Nothing is dead for so long, even on a busy machine.
      if (Date.now() - began > PATIENCE_MS) throw error;
      await pause(200);
    }
  }
  return undefined;
}

interface Life {
  readonly dice: Dice;
  /** Whether everybody only stays. */
  readonly isOver: () => boolean;
  readonly isEnded: () => boolean;
}

/** A router of a line: enters, stays for a while, leaves, and enters again; in the end it stays. */
export async function liveAtHome(line: LiveLine, device: LiveDevice, { dice, isOver, isEnded }: Life): Promise<void> {
  await pause(dice.between(0, 15_000));
  while (!isEnded()) {
    const session = [...device.living.values()].find((one) => one.line === line);
    if (!session) {
      if (!(await device.enter(line))) await pause(dice.between(1000, 5000));
    } else if (isOver()) await pause(1000);
    else await stayAndLeave(session, device, { dice, isOver });
  }
}

async function stayAndLeave(
  session: LiveSession,
  device: LiveDevice,
  { dice, isOver }: Omit<Life, 'isEnded'>,
): Promise<void> {
  const until = Date.now() + dice.between(5000, 90_000);
  // It may be ended by an order meanwhile.
  while (Date.now() < until && session.endedAt === undefined) await pause(500);
  if (isOver()) return;
  await device.leave(session);
  await pause(dice.between(500, 4000));
}

/** A device restarts now and then, and does not answer orders now and then. */
export async function misbehave(device: LiveDevice, dice: Dice, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    await pause(dice.between(10_000, 40_000));
    if (isOver()) return;
    if (dice.chance(35)) await device.reboot();
    else if (dice.chance(40)) {
      device.obeysSince = undefined;
      device.silences += 1;
      await pause(dice.between(3000, 12_000));
      device.obeysSince = Date.now();
    }
  }
}

export class Money {
  readonly acknowledged: Acknowledged[] = [];
  readonly charged: LiveLine[] = [];
  planChanges = 0;
  readonly #world: LiveWorld;
  readonly #dice: Dice;
  readonly #serverUrl: string;

  constructor(world: LiveWorld, dice: Dice, serverUrl: string) {
    this.#world = world;
    this.#dice = dice;
    this.#serverUrl = serverUrl;
  }

  /** Group after group falls due for days; who has not enough falls into debt, and nearly all of them pay. */
  async charge(isOver: () => boolean, waves: number): Promise<void> {
    const groups = Array.from({ length: waves }, (_, wave) =>
      this.#world.lines.filter((_one, place) => place % waves === wave),
    );
    const paying: Promise<void>[] = [];
    for (const group of groups) {
      await pause(WAVE_MS);
      if (isOver()) break;
      await persistently(() => this.#fallDue(group), isOver);
      this.charged.push(...group);
      paying.push(...group.filter(({ isPoor }) => isPoor).map((line) => this.#payLater(line)));
    }
    await Promise.all(paying);
  }

  async #fallDue(group: readonly LiveLine[]): Promise<void> {
    const { db } = this.#world;
    const accounts = group.map(({ accountId }) => accountId);
    await db.write(async (tx) => {
      const { busy } = await tx.one<{ busy: boolean }>(
        sql`select exists (select from charge_run where finished_at is null) or not exists (
              select from charge_run where day = (now() at time zone 'Europe/Samara')::date) as busy`,
      );
      if (busy) throw new Error('Charging is under way');
      await tx.run(sql`update account set charged_through = (now() at time zone 'Europe/Samara')::date - ${LATE_DAYS}::integer
        where account_id = any(${accounts}::bigint[])`);
      await tx.run(
        sql`delete from charge_run where day > (now() at time zone 'Europe/Samara')::date - ${LATE_DAYS}::integer`,
      );
      await tx.run(sql`select graphile_worker.add_job('charge', job_key => 'charge')`);
    });
  }

  async #payLater(line: LiveLine): Promise<void> {
    await pause(this.#dice.between(8000, 60_000));
    if (this.#dice.chance(10)) return;
    const txn = line.contractId;
    const query = new URLSearchParams({
      command: 'pay',
      txn_id: String(txn),
      account: `${line.contractId}i`,
      sum: (PAID / 100).toFixed(2),
    });
    // The terminal repeats it until it is answered, and sometimes once more.
    for (let left = this.#dice.chance(30) ? 2 : 1; left > 0; left -= 1)
      await persistently(
        async () => {
          const reply = await fetch(`${this.#serverUrl}/gateway/osmp?${query.toString()}`, {
            signal: AbortSignal.timeout(15_000),
          });
          const text = await reply.text();
          if (!text.includes('<result>0</result>')) throw new Error(text);
        },
        () => false,
      );
    this.acknowledged.push({ reference: `teller:terminals:${txn}`, kopecks: PAID });
  }

  /** Someone changes his plan, again and again. */
  async changePlans(isOver: () => boolean): Promise<void> {
    const { db, lines, plans } = this.#world;
    while (!isOver()) {
      await pause(this.#dice.between(500, 3000));
      const line = lines[this.#dice.between(0, lines.length - 1)];
      if (!line) continue;
      await persistently(
        () =>
          db.write(async (tx) => {
            await tx.run(sql`
              update service_user set plan_id = case when plan_id = ${plans[0]}::bigint then ${plans[1]}::bigint else ${plans[0]}::bigint end
              where user_id = ${line.userId}`);
            await serviceChanged(tx, { userId: line.userId });
          }),
        isOver,
      );
      this.planChanges += 1;
    }
  }
}
