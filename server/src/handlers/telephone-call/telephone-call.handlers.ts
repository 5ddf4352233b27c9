import type { contract } from '@kabinet/contract';
import { periodOf } from '@kabinet/contract/kernel/day';
import { callsOf, periodsOf, totalsOf } from '#domain/services/calls/calls.queries.ts';
import { ownLine, packagesOf } from '#domain/services/calls/line.queries.ts';
import type { PlainHandlers } from '../shared/plain-handlers.ts';

export const telephoneCallHandlers: PlainHandlers<typeof contract.telephoneCall> = {
  total: async ({ query }, { db, subscriber, today }) => {
    const line = await ownLine(db, subscriber.contractId, query.phone_number);
    const { number } = line;
    const { period = periodOf(today), direction, zone, q } = query;
    const [page, totals, packages, periods] = await Promise.all([
      callsOf(db, { number, period, direction, zone, q }, query),
      totalsOf(db, number, period),
      packagesOf(db, line, period),
      periodsOf(db, number),
    ]);
    return { period, ...page, totals, packages, periods };
  },
};
