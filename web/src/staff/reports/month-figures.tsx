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

function Figure({ title, value, note }: { title: string; value: string | undefined; note?: ReactNode }) {
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
  const revenue = useAnswer(contract.reports.revenue, { query: { month } }).data;
  const payments = useAnswer(contract.reports.payments, { query: { month } }).data;
  return (
    <>
      <Figure title="Пришло денег" value={payments && briefMoney(payments.total)} />
      <Figure
        title="Начислили"
        value={revenue && briefMoney(revenue.total.revenue)}
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
  const debts = useAnswer(contract.reports.debtors, {}).data;
  return (
    <Figure
      title="Должны нам"
      value={debts && briefMoney(debts.total.sum)}
      note={debts && counted(debts.total.count, 'договор', 'договора', 'договоров')}
    />
  );
}

function Growth() {
  const last = useAnswer(contract.reports.contracts, { query: {} }).data?.items.at(-1);
  return (
    <Figure
      title="Прирост"
      value={last && `${last.net > 0 ? '+' : ''}${number(last.net)}`}
      note={last && movesText(last)}
    />
  );
}
