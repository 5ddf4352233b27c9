import type { Params } from '@kabinet/contract/kernel/call/route-pattern';
import { subPath } from '@kabinet/contract/kernel/pages/address';
import { asked, firstPageOf, type Answers, type ScreenCall } from '#web/api/page-data.ts';
import { accounts, type AccountLetter } from './accounts.ts';
import { isPicking, readFilters } from './filters.ts';
import { LINES_AT_ONCE } from './lines.tsx';
import { newest } from './months.tsx';
import { MONTHS_AT_ONCE } from './payments-history-page.tsx';
import type { MoneyMonth } from './totals.ts';

const letterOf = ({ p }: Params): AccountLetter => (p === 't' ? 't' : 'i');

/** The months of the history, which the server asks for its page. */
export const historyCalls = (params: Params): ScreenCall[] => [
  firstPageOf(accounts[letterOf(params)].total, MONTHS_AT_ONCE),
];

/** The month that opens by itself: its services and the first of its lines. */
export function monthCalls(answers: Answers, params: Params, search: string): ScreenCall[] {
  const account = accounts[letterOf(params)];
  const { items: months = [] } = (answers[subPath(account.total)] ?? {}) as { items?: MoneyMonth[] };
  const filters = readFilters(search);
  const month = filters.month === '' ? newest(months) : months.find(({ period }) => period === filters.month);
  if (!month || isPicking(filters)) return [];
  const { period } = month;
  return [
    asked(account.services, { query: { period } }),
    firstPageOf(account[filters.show], LINES_AT_ONCE, { period }),
  ];
}
