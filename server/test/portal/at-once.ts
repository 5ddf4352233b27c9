import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '#server/db/database.ts';
import { lockWaits } from '../database/locks.ts';
import { bySomebodyElse } from '../database/unnested.ts';
import type { TestPortal } from './portal.ts';

const LOOK_MS = 5;

/**
 * Two at once, in the order that is the hardest to get right: the second begins when the first has done its work and is about to
 * commit it, and goes on as far as it can without that.
 */
export class AtOnce {
  #meanwhile: (() => Promise<void>) | undefined;

  /** The option of the portal in which they meet. */
  readonly throughDatabase = (db: Database): Database => ({
    ...db,
    write: (work) =>
      db.write(async (tx) => {
        const made = await work(tx);
        const meanwhile = this.#meanwhile;
        this.#meanwhile = undefined;
        await bySomebodyElse(() => meanwhile?.());
        return made;
      }),
  });

  async both<A, B>(portal: TestPortal, first: () => Promise<A>, second: () => Promise<B>): Promise<readonly [A, B]> {
    const later = Promise.withResolvers<B>();
    this.#meanwhile = async () => {
      const other = second();
      other.then(later.resolve, later.reject);
      await Promise.race([other.catch(() => undefined), untilSomebodyWaits(portal)]);
    };
    const one = await first();
    return [one, await later.promise];
  }
}

async function untilSomebodyWaits(portal: TestPortal): Promise<void> {
  while ((await lockWaits(portal)) === 0) await pause(LOOK_MS);
}
