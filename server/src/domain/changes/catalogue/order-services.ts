import type { Database } from '#server/db/database.ts';
import { serviceChanged } from '#server/domain/services/provisioning/service-changed.ts';
import { usersOfPlan } from './write.queries.ts';

/** Services per transaction. */
const IN_ONE_GO = 300;

/** Orders all services of a plan anew, part by part; done twice, it orders the same state twice. */
export async function orderServices(db: Database, planId: number | null): Promise<void> {
  for (let last: number | undefined = 0; last !== undefined;) {
    const after: number = last;
    const some: number[] = await db.write(async (tx) => {
      const users = await usersOfPlan(tx, planId, after, IN_ONE_GO);
      await serviceChanged(tx, ...users.map((userId) => ({ userId })));
      return users;
    });
    last = some.length < IN_ONE_GO ? undefined : some.at(-1);
  }
}
