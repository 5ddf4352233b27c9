import { setTimeout as pause } from 'node:timers/promises';
import { addDays, dayIn } from '../../contract/src/kernel/day.ts';
import { sql } from '../../server/src/db/sql.ts';
import { insertJob } from '../../server/src/db/queries/jobs.ts';
import type { Database } from '../../server/src/db/database.ts';

const ZONE = 'Europe/Samara';
const LOOK_MS = 200;

/** A night that charges every contract, by the worker of the first process. */
export interface Night {
  /** Seconds from its beginning until all are charged; undefined: they are not after so many milliseconds. */
  readonly over: (mostMs: number) => Promise<number | undefined>;
  /** Accounts that are charged by now. */
  readonly charged: () => Promise<number>;
}

/** Makes all fees due today, as on the first of a month, and lets the worker begin. Nobody lacks money, so each night costs the same. */
export async function beginNight(db: Database): Promise<Night> {
  const today = dayIn(ZONE, new Date());
  await db.write(async (tx) => {
    await tx.run(sql`set local statement_timeout = 0`);
    await tx.run(sql`
      update account set charged_through = ${addDays(today, -1)}, credit_limit_kopecks = 1000000000 where contract_id is not null`);
    await tx.run(sql`
      update fee_charged set charged_from = least(charged_from, ${today}), charged_until = ${today}, turn = turn + 1 where charged_until > ${today}`);
    await tx.run(sql`delete from charge_run where day >= ${today}`);
    await tx.run(sql`
      insert into charge_run (day, started_at, finished_at) values (${addDays(today, -1)}, now(), now())
      on conflict (day) do update set finished_at = now()`);
  });
  await db.pool.query('vacuum analyze account, fee_charged');
  const began = performance.now();
  const one = { name: 'charge', payload: { version: 1 }, key: 'charge', runAt: undefined, queue: undefined } as const;
  await db.write((tx) => insertJob(tx, { ...one, maxAttempts: undefined }));
  const isOver = async (): Promise<boolean> => {
    const { rows } = await db.pool.query('select from charge_run where day = $1 and finished_at is not null', [today]);
    return rows.length > 0;
  };
  return {
    over: async (mostMs) => {
      while (!(await isOver())) {
        if (performance.now() - began > mostMs) return undefined;
        await pause(LOOK_MS);
      }
      return (performance.now() - began) / 1000;
    },
    charged: async () => {
      const { rows } = await db.pool.query<{ count: number }>(
        'select count(*)::int from account where charged_through >= $1',
        [today],
      );
      return rows[0]?.count ?? 0;
    },
  };
}
