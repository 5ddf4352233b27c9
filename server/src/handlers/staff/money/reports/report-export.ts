import type { Input, Result } from '@kabinet/contract/kernel/call/call';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import { operatorContract, type OperatorContract, type ReportName } from '@kabinet/contract/staff';
import { BYTE_ORDER_MARK, csvDay, csvLine, csvMoney, csvText } from '#server/domain/shared/csv.rules.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { PlainHandlers } from '../../../shared/plain-handlers.ts';
import { mayMakeCall } from '../../identity/me.ts';
import { BAND_NAMES, REPORT_COLUMNS, SERVICE_NAMES, SOURCE_NAMES } from './reports.texts.ts';

type Reports = OperatorContract['reports'];
type Asked = Input<Reports['export']>['query'];
type Cell = string | number | Kopecks | null;
type Scope = Parameters<PlainHandlers<Reports>['export']>[1];

/** A sum of money in a table; a plain number is a count. */
const money = (sum: Kopecks | null): string => csvMoney(sum ?? undefined);
const row = (cells: readonly Cell[]): readonly string[] => cells.map((cell) => (cell === null ? '' : String(cell)));

type RowsOf = { readonly [Name in ReportName]: (reply: Result<Reports[Name]>) => (readonly string[])[] };

const ROWS: RowsOf = {
  revenue: ({ days }) =>
    days.map((one) => [csvDay(one.day), ...[one.charged, one.returned, one.revenue, one.before].map(money)]),
  services: ({ items }) =>
    items.map((one) => [
      SERVICE_NAMES[one.service],
      csvText(one.plan ?? ''),
      ...[one.charged, one.returned, one.revenue, one.before].map(money),
    ]),
  payments: ({ items }) =>
    items.map((one) => [
      csvDay(one.day),
      SOURCE_NAMES[one.source],
      ...[one.received, one.returned, one.sum].map(money),
      String(one.lines),
    ]),
  debtors: ({ items }) => items.map((one) => [BAND_NAMES[one.band], String(one.count), money(one.sum)]),
  contracts: ({ items }) =>
    items.map((one) => row([one.month, one.opened, one.closed, one.net, one.at_end, one.connected, one.ended])),
  bill: ({ items }) => items.map((one) => [one.month, money(one.revenue), String(one.contracts), money(one.average)]),
  promises: ({ items }) =>
    items.map((one) => [one.month, String(one.taken), money(one.sum), ...row([one.repaid, one.ended, one.active])]),
};

/** The figures of a report as a table: whoever may not see the report gets no table of it. */
export async function exportReport(handlers: PlainHandlers<Reports>, asked: Asked, scope: Scope) {
  const { report } = asked;
  if (!mayMakeCall(scope.operator, operatorContract.reports[report])) throw new Problem('role_not_allowed');
  const lines = await rowsOf(report, handlers, asked, scope);
  const csv = [REPORT_COLUMNS[report], ...lines].map(csvLine).join('');
  return { file: `${report}-${asked.month ?? scope.today}.csv`, csv: BYTE_ORDER_MARK + csv };
}

/** Each report has its own reply; its rows are made by the function of the same name. */
async function rowsOf(
  report: ReportName,
  handlers: PlainHandlers<Reports>,
  { month, months }: Asked,
  scope: Scope,
): Promise<(readonly string[])[]> {
  const handler = handlers[report] as (input: object, scope: Scope) => Promise<never>;
  return ROWS[report](await handler({ query: { month, months } }, scope));
}
