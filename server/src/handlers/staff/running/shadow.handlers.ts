import type { OperatorContract } from '@kabinet/contract/staff';
import { addDays } from '@kabinet/contract/kernel/day';
import {
  acceptDifferences,
  acceptedRows,
  largestDifferences,
} from '#server/domain/billing-run/shadow/nights.queries.ts';
import { NIGHTS_NEEDED, shadowState } from '#server/domain/billing-run/shadow/nights.ts';
import { isAnyChargedOutside } from '#server/domain/billing/charging/source.queries.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { PlainHandlers } from '../../shared/plain-handlers.ts';

const MOST_LISTED = 1000;
/** Without a day, differences of so many are listed. */
const LISTED_DAYS = 31;

export const shadowHandlers: PlainHandlers<OperatorContract['shadow']> = {
  nights: async ({ query: { day } }, { db, today }) => {
    const { nights, agreed } = await shadowState(db);
    const days = { from: day ?? addDays(today, -LISTED_DAYS), until: day ?? today };
    return {
      external: await isAnyChargedOutside(db),
      agreed_nights: agreed,
      needed_nights: NIGHTS_NEEDED,
      nights: nights.map(({ is_judged: _, ...night }) => night),
      differences: await largestDifferences(db, { ...days, most: MOST_LISTED }),
      accepted: await acceptedRows(db, MOST_LISTED),
    };
  },
  accept: async ({ body }, { db, now, operator }) => {
    const { kind, until, reason, account_no: accountNo = null, service = null } = body;
    const given = { kind, accountNo, service, reason, until, by: operator.name, now };
    const accepted_no = await acceptDifferences(db, given);
    if (accepted_no === undefined) throw new Problem('account_unknown');
    const { agreed } = await shadowState(db);
    return { accepted_no, agreed_nights: agreed, needed_nights: NIGHTS_NEEDED };
  },
};
