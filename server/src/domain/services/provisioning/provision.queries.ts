import { providePrograms } from './effects.ts';
import type { Tx } from '#db/database.ts';
import { sql } from '#db/sql.ts';
import { enqueueEffect } from '#kernel/outbox.ts';

/** The network is to give the service other programs than before; it is told after the transaction. */
export async function tellPrograms(tx: Tx, userId: number): Promise<void> {
  await tx.run(sql`
    insert into service_provision as p (user_id, version) values (${userId}, 1)
    on conflict (user_id) do update set version = p.version + 1`);
  await enqueueEffect(tx, providePrograms, { userId });
}

/** What the network is to be told: always the latest. */
export const provisionOf = (tx: Tx, userId: number): Promise<{ version: number; programs: number[] }> =>
  tx.one(sql`
    select p.version, array(
      select program_id from user_program
      where user_id = p.user_id and status in ('on', 'off_pending') order by program_id) as programs
    from service_provision p where user_id = ${userId}`);

/** The network has done it; a younger order may be under way. */
export const markProvided = (tx: Tx, userId: number, version: number, now: Date): Promise<number> =>
  tx.run(sql`
    update service_provision set applied_version = ${version}, applied_at = ${now}
    where user_id = ${userId} and applied_version < ${version}`);
