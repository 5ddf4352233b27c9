import { addDays, dayIn, daysBetween, type Day } from '@kabinet/contract/kernel/day';
import { dayStart } from '@kabinet/contract/kernel/zone';
import type { Tx } from '#server/db/database.ts';
import { withoutTimeLimit } from '#server/db/queries/time-limit.ts';
import type { World } from '#server/kernel/world.ts';
import { compareDay, sameThings } from './compare.rules.ts';
import {
  differingAccounts,
  endedPrices,
  forgetJudgement,
  halvesOf,
  keepDifferences,
  nameOtherAccount,
  nameOtherDay,
  nightsToJudge,
  noteJudgement,
  oursOf,
  theirsOf,
  thingsOf,
} from './judge.queries.ts';

type Judging = Pick<World, 'db' | 'clock' | 'provider'>;

/** Nights that may still change: what is told later of an earlier day is in the books, but is not compared. */
const JUDGED_DAYS = 10;
/** Whoever has told nothing of an account by then will not tell it. Milliseconds after the end of the day. */
const PATIENCE_MS = 36 * 3_600_000;
/** How many days apart a line of ours and one of theirs may be to be the same. */
const NEAR_DAYS = 3;
const IN_ONE_GO = 500;

/** Compares nights with what was told of their days; from the first that has changed on, because one day may explain another. */
export async function judgeNights(world: Judging): Promise<void> {
  const { db, clock, provider } = world;
  const today = dayIn(provider.time_zone, clock.now());
  const nights = await db.read((tx) => nightsToJudge(tx, addDays(today, -JUDGED_DAYS)));
  const first = nights.findIndex(({ is_stale }) => is_stale);
  if (first < 0) return;
  for (const { day } of nights.slice(first)) await db.write((tx) => judgeNight(tx, day, world));
}

async function judgeNight(tx: Tx, day: Day, { clock, provider }: Judging): Promise<void> {
  await withoutTimeLimit(tx);
  const now = clock.now();
  const ended = new Date(dayStart(addDays(day, 1), provider.time_zone));
  const isOver = now.getTime() >= ended.getTime() + PATIENCE_MS;
  await forgetJudgement(tx, day);
  const { equal, differing } = await differingAccounts(tx, day, ended);
  const ripe = differing.filter(({ is_told }) => is_told || isOver).map(({ account_id }) => account_id);
  for (let at = 0; at < ripe.length; at += IN_ONE_GO) await findDifferences(tx, day, ripe.slice(at, at + IN_ONE_GO));
  await joinHalves(tx, day);
  await noteJudgement(tx, day, { equal, waiting: differing.length - ripe.length, now });
}

async function findDifferences(tx: Tx, day: Day, accounts: readonly number[]): Promise<void> {
  const ours = Map.groupBy(await oursOf(tx, day, accounts), ({ account_id }) => account_id);
  const theirs = Map.groupBy(await theirsOf(tx, day, accounts), ({ account_id }) => account_id);
  const ended = Map.groupBy(await endedPrices(tx, day, accounts), ({ account_id }) => account_id);
  const things = Map.groupBy(await thingsOf(tx, day, accounts), ({ account_id }) => account_id);
  const found = accounts.flatMap((id) =>
    compareDay({
      day,
      ours: ours.get(id) ?? [],
      theirs: theirs.get(id) ?? [],
      ended: ended.get(id) ?? [],
      uncharged: things.get(id) ?? [],
    }),
  );
  await keepDifferences(tx, day, found);
}

/** A line of the wrong account, or of another day, is one difference, not two. */
async function joinHalves(tx: Tx, day: Day): Promise<void> {
  const halves = await halvesOf(tx, addDays(day, -NEAR_DAYS), day);
  const onDay = halves.filter((half) => half.day === day);
  const byDay = sameThings(
    halves,
    (one, other) => one.account_id === other.account_id && Math.abs(daysBetween(one.day, other.day)) <= NEAR_DAYS,
  ).filter(([one, other]) => one.day !== other.day);
  for (const [one, other] of byDay)
    await (one.day < other.day ? nameOtherDay(tx, one, other) : nameOtherDay(tx, other, one));
  const used = new Set(byDay.flat().map(({ shadow_difference_id }) => shadow_difference_id));
  const byAccount = sameThings(
    onDay.filter(({ shadow_difference_id }) => !used.has(shadow_difference_id)),
    (one, other) => one.account_id !== other.account_id,
  );
  for (const [one, other] of byAccount) {
    await nameOtherAccount(tx, one.shadow_difference_id, other.account_no);
    await nameOtherAccount(tx, other.shadow_difference_id, one.account_no);
  }
}
