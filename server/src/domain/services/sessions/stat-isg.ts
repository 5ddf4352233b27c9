import type { contract } from '@kabinet/contract';
import type { Result } from '@kabinet/contract/kernel/call/call';
import { addDays, addMonths, periodOf, type Day, type Period } from '@kabinet/contract/kernel/day';
import { AskedPeriod } from '@kabinet/contract/kernel/call/wire';
import type { Tx } from '#server/db/database.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { Handler } from '#server/kernel/world.ts';
import { cursorOf, type PageWanted } from '#server/domain/shared/page.ts';
import { ownInternet } from './own-internet.ts';
import { liveInternetSessions, internetSessionsOf } from './session.queries.ts';
import { beginningsOf, isEarlier, latestMonth, useOf, type TrafficUse } from './use.queries.ts';

type IsgStatistics = Omit<Result<typeof contract.internetAccount.statIsg>, 'live'>;

interface IsgRequest {
  readonly userId: number;
  readonly zone: string;
  readonly now: Date;
}

/** Statistics of one service of the caller: months without a period; days, hours and sessions with one. */
export const statIsg: Handler<typeof contract.internetAccount.statIsg> = async (
  { query },
  { db, subscriber, now, provider },
) => {
  const userId = await ownInternet(db, subscriber, query.user_id);
  const asked = { userId, zone: provider.time_zone, now };
  const { period, day } = query;
  if (day !== undefined && (period === undefined || periodOf(day) !== period)) {
    throw new Problem('bad_input', { errors: [{ path: 'query.day', message: 'Выберите день этого месяца' }] });
  }
  const answer = period === undefined ? await months(db, asked, query) : await month(db, asked, { period, day }, query);
  return { ...answer, live: await liveInternetSessions(db, userId, now) };
};

const readCursor = cursorOf(AskedPeriod);

/** A page of calendar months from the latest one with a session; months without use are omitted. */
async function months(db: Tx, { userId, zone, now }: IsgRequest, page: PageWanted): Promise<IsgStatistics> {
  const none = { months: [], days: [], hours: [], items: [], next: null };
  const [before] = readCursor(page.cursor) ?? [];
  const [bound = addSecond(now)] = before === undefined ? [] : await beginningsOf(db, [`${before}-01`], zone);
  const latest = await latestMonth(db, userId, { before: bound, zone, now });
  if (latest === undefined) return none;
  const first = addMonths(firstOf(latest), 1 - page.limit);
  const [from, until] = await bounds(db, first, addMonths(firstOf(latest), 1), zone);
  const [uses, more] = await Promise.all([
    useOf(db, { userId, from, until, now }, { unit: 'month', zone }),
    isEarlier(db, userId, from),
  ]);
  return { ...none, months: uses.reverse().map(monthUse), next: more ? periodOf(first) : null };
}

async function month(
  db: Tx,
  { userId, zone, now }: IsgRequest,
  { period, day }: { period: Period; day: Day | undefined },
  page: PageWanted,
): Promise<IsgStatistics> {
  const whole = await monthBounds(db, period, zone);
  const stretch = { userId, now, from: whole[0], until: whole[1] };
  const one = day === undefined ? undefined : await bounds(db, day, addDays(day, 1), zone);
  const shown = one ? { ...stretch, from: one[0], until: one[1] } : stretch;
  const [ofMonth, ofDays, ofHours, sessions] = await Promise.all([
    useOf(db, stretch, { unit: 'month', zone }),
    useOf(db, stretch, { unit: 'day', zone }),
    one ? useOf(db, shown, { unit: 'hour', zone }) : [],
    internetSessionsOf(db, shown, page),
  ]);
  return {
    months: ofMonth.map(monthUse),
    days: ofDays.map(({ begins, ...use }) => ({ ...use, day: begins.slice(0, 10) as Day })),
    hours: ofHours.map(({ begins, ...use }) => ({ ...use, hour: Number(begins.slice(11, 13)) })),
    ...sessions,
  };
}

const firstOf = (period: Period): Day => `${period}-01` as Day;
const addSecond = (moment: Date): Date => new Date(moment.getTime() + 1000);
const monthUse = ({ begins, ...use }: TrafficUse) => ({ ...use, period: begins.slice(0, 7) as Period });

async function bounds(db: Tx, from: Day, until: Day, zone: string): Promise<[Date, Date]> {
  return (await beginningsOf(db, [from, until], zone)) as [Date, Date];
}

/** The first moment of the month, and of the next one, in the zone. */
export const monthBounds = (db: Tx, period: Period, zone: string): Promise<[Date, Date]> =>
  bounds(db, firstOf(period), addMonths(firstOf(period), 1), zone);
