import { z } from 'zod';
import type { Input } from '@kabinet/contract/kernel/call/call';
import { addDays, parseDay, periodOf, type Day } from '@kabinet/contract/kernel/day';
import { MOST_MEMBERS, operatorContract, type OperatorContract } from '@kabinet/contract/staff';
import type { Tx } from '#server/db/database.ts';
import { cursorOf, lastId, pageFrom } from '#server/domain/shared/page.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { Provider } from '#server/kernel/provider.ts';
import type { Operator } from '#server/kernel/world.ts';
import { mayMakeCall } from '../../identity/me.ts';
import { beforeAll, reportLines, reportMembers, type LinePlace } from './report-lists.queries.ts';
import { monthRange } from './report-months.ts';

type Reports = OperatorContract['reports'];

const dayOfCursor = z.string().transform((text, context): Day => {
  const day = parseDay(text);
  if (day !== undefined) return day;
  context.issues.push({ code: 'custom', input: text, message: 'No day' });
  return z.NEVER;
});
const readCursor = cursorOf(dayOfCursor, lastId, lastId);

function placeOf(cursor: string | undefined): LinePlace | undefined {
  const read = readCursor(cursor);
  return read && { day: read[0], transaction: read[1], entry: read[2] };
}

/** The lines behind a row of a report of money. */
export async function listLines(db: Tx, query: Input<Reports['lines']>['query'], today: Day) {
  const { side, day, month, what = null, plan_id: planId = null, cursor, limit } = query;
  const range = day === undefined ? monthRange(month ?? periodOf(today)) : { from: day, to: addDays(day, 1) };
  const after = placeOf(cursor) ?? beforeAll(range.to);
  const rows = await reportLines(db, { ...range, side, what, planId, after, most: limit + 1 });
  const { items, next } = pageFrom(rows, limit, (last) => `${last.day}.${last.transaction_id}.${last.entry_id}`);
  return { items: items.map(({ entry_id: _, ...line }) => line), next };
}

/** Contracts behind a month: promises are money, the rest is work. */
export async function listMembers(
  { kind, month }: Input<Reports['members']>['query'],
  { db, operator, today, provider }: { db: Tx; operator: Operator; today: Day; provider: Provider },
) {
  const { promises, contracts } = operatorContract.reports;
  if (!mayMakeCall(operator, kind === 'promised' ? promises : contracts)) throw new Problem('role_not_allowed');
  const range = monthRange(month ?? periodOf(today));
  return reportMembers(db, { ...range, kind, zone: provider.time_zone, most: MOST_MEMBERS });
}
