import { useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { now } from '#web/lib/clock/clock.ts';
import { dayOf } from '#web/lib/text/format.ts';
import { sayError } from '#web/ui/toast/toast-store.ts';
import { sendForStaff } from '../api/client.ts';
import { contract, type Call, type Request, type Wire } from '../api/contract.ts';
import { answerQuery } from '../api/use-call.ts';
import { paymentsView, revenueView, servicesView } from './money-views.ts';
import type { ReportView, ViewedOn } from './report-view.ts';
import { isOfMonth, REPORT_TITLES } from './report.texts.ts';
import { billView, contractsView, debtorsView, promisesView } from './work-views.ts';

export type ReportName = keyof typeof REPORT_TITLES;
type Reports = typeof contract.reports;

export const REPORT_NAMES = Object.keys(REPORT_TITLES) as ReportName[];

const VIEWS: { readonly [Name in ReportName]: (reply: Wire<Reports[Name]>, on: ViewedOn) => ReportView } = {
  revenue: revenueView,
  payments: paymentsView,
  services: servicesView,
  debtors: debtorsView,
  contracts: contractsView,
  bill: billView,
  promises: promisesView,
};

/** Each report has a reply and a view of its own; what they have in common is the name. */
const viewOf = (name: ReportName, reply: never, on: ViewedOn): ReportView => VIEWS[name](reply, on);

const queryOf = (name: ReportName, month: string) =>
  answerQuery(contract.reports[name] as Call, { query: isOfMonth(name) ? { month } : {} });

/** A report as it is shown, and when its figures were counted. */
function shown(name: ReportName, { data, error, refetch, dataUpdatedAt }: UseQueryResult) {
  const on = { today: dayOf(now()) };
  return {
    name,
    answer: { data: data === undefined ? undefined : viewOf(name, data as never, on), error, refetch },
    at: dataUpdatedAt === 0 ? undefined : new Date(dataUpdatedAt),
  };
}

export type ShownReport = ReturnType<typeof shown>;

export function useReport(name: ReportName, month: string, { enabled = true }: { enabled?: boolean } = {}) {
  return shown(name, useQuery({ ...queryOf(name, month), enabled }));
}

export function useReports(names: readonly ReportName[], month: string): ShownReport[] {
  const answers = useQueries({ queries: names.map((name) => queryOf(name, month)) });
  return names.flatMap((name, n) => (answers[n] ? shown(name, answers[n]) : []));
}

/** Saves a report as a table for Excel: the same figures as on the screen. */
export function useReportTable(name: ReportName, month: string) {
  const [isPending, setPending] = useState(false);
  const save = (): void => {
    setPending(true);
    const query = { report: name, ...(isOfMonth(name) && { month }) } as Request<Reports['export']>['query'];
    void sendForStaff(contract.reports.export, { query })
      .then(({ file, csv }) => saveFile(file, csv))
      .catch((failure: unknown) => sayError(failure, 'Таблица не сохранилась. Повторите'))
      .finally(() => setPending(false));
  };
  return { save, isPending };
}

function saveFile(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  URL.revokeObjectURL(address);
}
