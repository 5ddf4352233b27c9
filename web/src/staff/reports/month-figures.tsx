import type { ReactNode } from 'react';
import { now } from '#web/lib/clock/clock.ts';
import { counted, dayOf, number } from '#web/lib/text/format.ts';
import { contract, type Wire } from '../api/contract.ts';
import { useMay } from '../api/me.ts';
import { useAnswer } from '../api/use-call.ts';
import { monthBefore } from './money-views.ts';
import { movesText } from './work-views.ts';
import { briefMoney, inMonth, shift, shiftText } from './report.texts.ts';
import styles from './reports.module.css';

/** The month in five figures. */
export function MonthFigures({ month }: { month: string }) {
  const isNow = dayOf(now()).startsWith(month);
  const seesMoney = useMay('reports revenue');
  const seesWork = useMay('reports contracts');
  return (
    <dl className={styles.figures}>
      {seesMoney && <Money month={month} />}
      {seesMoney && isNow && <Debts />}
      {seesWork && isNow && <Growth />}
    </dl>
  );
}

interface FigureProps {
  title: string;
  /** Undefined: it is not known yet. */
  value: string | undefined;
  /** It did not come: the page tells why, and a dash would tell nothing. */
  isFailed?: boolean;
  note?: ReactNode;
}

function Figure({ title, value, isFailed = false, note }: FigureProps) {
  if (isFailed && value === undefined) return null;
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        {value ?? '…'}
        {note !== undefined && <small>{note}</small>}
      </dd>
    </div>
  );
}

function Money({ month }: { month: string }) {
  const { data: revenue, isError: noRevenue } = useAnswer(contract.reports.revenue, { query: { month } });
  const { data: payments, isError: noPayments } = useAnswer(contract.reports.payments, { query: { month } });
  return (
    <>
      <Figure title="Пришло денег" value={payments && briefMoney(payments.total)} isFailed={noPayments} />
      <Figure
        title="Начислили"
        value={revenue && briefMoney(revenue.total.revenue)}
        isFailed={noRevenue}
        note={revenue && comparedText(revenue, dayOf(now()))}
      />
      {revenue?.forecast && <Figure title="Ждём за месяц" value={briefMoney(revenue.forecast.revenue)} />}
    </>
  );
}

/** «на 4,2 % больше, чем в октябре» */
function comparedText({ month, total, before }: Wire<typeof contract.reports.revenue>, today: string) {
  const changed = shift(total.revenue, today.startsWith(month) ? before.so_far : before.revenue);
  return changed === undefined ? undefined : `${shiftText(changed)}, чем в ${inMonth(monthBefore(month), today)}`;
}

function Debts() {
  const { data: debts, isError } = useAnswer(contract.reports.debtors, {});
  return (
    <Figure
      title="Должны нам"
      value={debts && briefMoney(debts.total.sum)}
      isFailed={isError}
      note={debts && counted(debts.total.count, 'договор', 'договора', 'договоров')}
    />
  );
}

function Growth() {
  const { data, isError } = useAnswer(contract.reports.contracts, { query: {} });
  const last = data?.items.at(-1);
  return (
    <Figure
      title="Прирост"
      value={last && `${last.net > 0 ? '+' : ''}${number(last.net)}`}
      isFailed={isError}
      note={last && movesText(last)}
    />
  );
}
