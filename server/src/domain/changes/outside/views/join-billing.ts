import { dayIn } from '@kabinet/contract/kernel/day';
import { BillingAway, BillingRefusal, type BillingViews } from '#server/integrations/billing-views/port.ts';
import { reasonOf } from '#server/kernel/job/one-at-fault.ts';
import type { World } from '#server/kernel/world.ts';
import { takeBalances } from '../balances.ts';
import { takeToldServices, type GivenService } from '../services.ts';
import type { AnswerMoment } from '../show-asked.ts';
import { handRequestsOver } from './hand-over.ts';
import { readBalance, readService } from './read-row.ts';
import { beginReading, noteAway, noteRead, ReadingOver } from './reading.queries.ts';
import { tellLines, type BalancesWith } from './tell-lines.ts';
import { tellView, type ViewsReading, type ToldView } from './tell-view.ts';
import { balanceVersions, serviceVersions } from './view-row.queries.ts';

const AGAIN_MS = 15_000;

const balancesWith: BalancesWith = (lines) => ({
  told: 'balance',
  view: 'kabinet_balances',
  key: 'account_no',
  read: readBalance,
  versions: balanceVersions,
  take: (tx, rows, { today, now }) => {
    const given = rows.map((row) => ({ ...row, lines: [...(lines.get(row.account_no) ?? [])] }));
    return takeBalances(tx, given, { today, now });
  },
});

const SERVICES: ToldView<Omit<GivenService, 'version'>> = {
  told: 'service',
  view: 'kabinet_services',
  key: 'login',
  read: readService,
  versions: serviceVersions,
  take: takeToldServices,
};

/**
 * Joins another billing by its database: books what waits there, then reads its views as they stand at one moment and tells what has
 * changed. No transaction of ours is open while the other side is asked. Returns when to come again; undefined while we charge, or if no
 * such database is set.
 */
export async function joinBilling(world: World): Promise<Date | undefined> {
  const { db, clock, outside, log } = world;
  const begun = clock.now();
  const { billingViews } = outside;
  if (!billingViews) return undefined;
  const readingNo = await db.write((tx) => beginReading(tx, begun));
  if (readingNo === undefined) return undefined;
  try {
    const trouble = await readAll(world, billingViews, readingNo);
    await db.write((tx) => noteRead(tx, readingNo, trouble, clock.now()));
  } catch (error) {
    if (error instanceof ReadingOver) return undefined;
    if (!(error instanceof BillingAway || error instanceof BillingRefusal)) throw error;
    log.warn({ err: error }, 'database of another billing is away');
    return db.write((tx) => noteAway(tx, readingNo, reasonOf(error), clock.now()));
  }
  return new Date(clock.now().getTime() + AGAIN_MS);
}

async function readAll(world: World, billingViews: BillingViews, readingNo: number): Promise<string | undefined> {
  const billing = await billingViews.open();
  try {
    const trouble = await handRequestsOver({ ...world, book: billing.book, momentOf: () => momentOf(world) });
    await billing.atOnce(async (views) => {
      const reading: ViewsReading = { world, views, readingNo, moment: momentOf(world) };
      await tellLines(reading, balancesWith);
      await tellView(reading, balancesWith(new Map()));
      await tellView(reading, SERVICES);
    });
    return trouble;
  } finally {
    await billing.close();
  }
}

function momentOf({ clock, provider }: World): AnswerMoment {
  const [now, zone] = [clock.now(), provider.time_zone];
  return { now, zone, today: dayIn(zone, now) };
}
