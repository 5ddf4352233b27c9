import type { contract } from '@kabinet/contract';
import { instant, periodOf } from '@kabinet/contract/kernel/day';
import { callsOf, callHoursOf, periodsOf, totalsOf } from '#server/domain/services/calls/calls.queries.ts';
import { ownLine, packagesOf } from '#server/domain/services/calls/line.queries.ts';
import { maskedNumber } from '#server/domain/services/calls/mask.rules.ts';
import {
  hideNumbers,
  numberAccessOf,
  showNumbers,
  shownUntil,
} from '#server/domain/services/calls/number-access.queries.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { PlainHandlers } from '../../shared/plain-handlers.ts';

export const telephoneCallHandlers: PlainHandlers<typeof contract.telephoneCall> = {
  total: async ({ query }, { db, subscriber, provider, now, today }) => {
    const line = await ownLine(db, subscriber.contractId, query.phone_number);
    const { number } = line;
    const { period = periodOf(today), direction, zone, q } = query;
    const [shown, page, totals, hours, packages, periods] = await Promise.all([
      shownUntil(db, { subscriber, now }, number),
      callsOf(db, { number, period, direction, zone, q }, query),
      totalsOf(db, number, period),
      callHoursOf(db, number, period, provider.time_zone),
      packagesOf(db, line, period),
      periodsOf(db, number),
    ]);
    // A search over masked numbers would reveal their digits one by one.
    if (q !== undefined && shown === undefined) throw new Problem('numbers_hidden');
    const told = (other: string) => (shown === undefined ? maskedNumber(other, provider.telephone.area_code) : other);
    const items = page.items.map((call) => ({ ...call, number: told(call.number) }));
    return { period, ...page, items, totals, hours, packages, periods, numbers_shown_until: shown ?? null };
  },
  showNumbers: async ({ body }, { db, subscriber, request, now }) => {
    const line = await ownLine(db, subscriber.contractId, body.phone_number);
    return { shown_until: instant(await showNumbers(db, { subscriber, request, now }, line)) };
  },
  hideNumbers: async ({ body }, { db, subscriber, request, now }) => {
    const line = await ownLine(db, subscriber.contractId, body.phone_number);
    await hideNumbers(db, { subscriber, request, now }, line);
    return {};
  },
  numberAccess: async ({ query }, { db, subscriber }) => {
    const line = await ownLine(db, subscriber.contractId, query.phone_number);
    return numberAccessOf(db, subscriber, line, query);
  },
};
