import { addDays, addMonths, dayIn, type Day } from '@kabinet/contract/kernel/day';
import { foldBatch } from '#server/domain/services/accounting/fold.ts';
import { foldAccountingJob } from '#server/domain/services/accounting/jobs.ts';
import { keepHoursMonth } from '#server/domain/services/accounting/kept.queries.ts';
import { presumeEnds } from '#server/domain/services/accounting/ends.queries.ts';
import { BATCH, hasDevices, holdPlace } from '#server/domain/services/accounting/place.queries.ts';
import {
  databaseDay,
  dropAccountingBefore,
  dropMonthsBefore,
  forgetFormerAddresses,
  keepAccountingDay,
  keepSessionMonth,
  monthsToSettle,
  settle,
  SETTLED_AT_ONCE,
  thinHours,
} from '#server/domain/services/accounting/settle.queries.ts';
import { beginOutages, endOutages } from '#server/domain/services/radius/outage.queries.ts';
import { addJob } from '#server/kernel/job/job.ts';
import type { World } from '#server/kernel/world.ts';
import { isClockBelieved } from '../believed-clock.ts';

const AGAIN_MS = 1000;

/** Folds all that waits, batch after batch; each is a transaction of its own. */
export async function foldAccounting({ db, clock }: World): Promise<void> {
  while ((await db.write(foldBatch)) === BATCH);
  await db.write(async (tx) => {
    if (await hasDevices(tx)) {
      await addJob(tx, foldAccountingJob, {}, { runAt: new Date(clock.now().getTime() + AGAIN_MS) });
    }
  });
}

export async function presumeSessionEnds({ db, clock, log }: World): Promise<void> {
  const { ended, begun, over } = await db.write(async (tx) => {
    await holdPlace(tx);
    const [outages, endedOutages] = [await beginOutages(tx), await endOutages(tx, clock.now())];
    return { ended: await presumeEnds(tx, clock.now()), begun: outages, over: endedOutages };
  });
  for (const outage of begun) log.error(outage, 'a device of access has lost many clients at once');
  for (const outage of over) log.info(outage, 'the clients of a device of access are back');
  if (ended > 0) log.info({ ended }, 'sessions ended of which nobody has told it');
}

/** Days of raw rows that are made ahead, so that a worker may be away for as long. */
const AHEAD_DAYS = 3;

export async function settleSessions(world: World): Promise<void> {
  await makeAhead(world);
  await moveEnded(world);
  if (await isClockBelieved(world)) await dropOld(world);
}

/** A dump that is under way lets nobody make a table: the fold must not meet it at the turn of the month. */
async function makeAhead({ db }: World): Promise<void> {
  const today = await db.read(databaseDay);
  for (let ahead = 0; ahead <= AHEAD_DAYS; ahead += 1) {
    await db.write((tx) => keepAccountingDay(tx, addDays(today, ahead)));
  }
  for (const month of [today, monthsAgo(today, -1)]) {
    await db.write((tx) => keepHoursMonth(tx, month));
    await db.write((tx) => keepSessionMonth(tx, month));
  }
}

async function moveEnded({ db, clock }: World): Promise<void> {
  const now = clock.now();
  for (let moved = SETTLED_AT_ONCE; moved === SETTLED_AT_ONCE;) {
    // In transactions of their own: making a month locks the whole table.
    for (const month of await db.read((tx) => monthsToSettle(tx, now))) {
      await db.write((tx) => keepSessionMonth(tx, `${month}-01`));
    }
    moved = await db.write(async (tx) => {
      await holdPlace(tx);
      return settle(tx, now);
    });
  }
}

async function dropOld({ db, clock, provider }: World): Promise<void> {
  const { hours_days: hoursDays, points_months: pointsMonths, sessions_months: sessionsMonths } = provider.accounting;
  const zone = provider.time_zone;
  const today = dayIn(zone, clock.now());
  const rawToday = await db.read(databaseDay);
  await db.write((tx) => dropAccountingBefore(tx, addDays(rawToday, -provider.accounting.raw_days)));
  await db.write((tx) => thinHours(tx, new Date(`${addDays(today, -hoursDays)}T00:00:00Z`), zone));
  await db.write((tx) => dropMonthsBefore(tx, 'session_hour', monthsAgo(today, pointsMonths)));
  await db.write((tx) => dropMonthsBefore(tx, 'internet_session', monthsAgo(today, sessionsMonths)));
  await db.write((tx) => forgetFormerAddresses(tx, monthsAgo(today, sessionsMonths)));
}

/** The first day of the month that many months ago, which is kept whole. */
const monthsAgo = (day: Day, months: number): Day => addMonths(`${day.slice(0, 8)}01` as Day, -months);
