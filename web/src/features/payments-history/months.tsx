import { Fragment, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import type { usePages } from '#web/api/use-pages.ts';
import { now } from '#web/lib/clock/clock.ts';
import { cx } from '#web/lib/text/cx.ts';
import { capital, dayOf, monthText, opposite } from '#web/lib/text/format.ts';
import { LoadMore } from '#web/shared/page/load-more.tsx';
import { VisuallyHidden } from '#web/ui/text/hidden.tsx';
import { Icon } from '#web/ui/icon/icon.tsx';
import { Money } from '#web/ui/text/money.tsx';
import { Skeleton } from '#web/ui/card/skeleton.tsx';
import { accounts, type AccountLetter } from './accounts.ts';
import type { Filters } from './filters.ts';
import styles from './history.module.css';
import { MonthDetail } from './month-detail.tsx';
import type { MoneyMonth } from './totals.ts';

/** Months in a skeleton: one screen. */
const WAITING = 6;

interface MonthsProps {
  p: AccountLetter;
  /** Undefined while they load. */
  months: readonly MoneyMonth[] | undefined;
  pages: Pick<ReturnType<typeof usePages>, 'hasMore' | 'isLoadingMore' | 'moreFailed' | 'more'>;
  filters: Filters;
  onChange: (part: Partial<Filters>) => void;
}

/** The account month by month; each opens to its lines. */
export function MoneyMonths({ p, months, pages, filters, onChange }: MonthsProps) {
  if (!months) return <MonthsSkeleton />;
  const open = filters.month || newest(months)?.period;
  return (
    <>
      <Table caption={`Движение денег по месяцам, счёт «${accounts[p].name}»`}>
        {months.map((month) => (
          <MonthRow
            key={month.period}
            p={p}
            month={month}
            show={filters.show}
            isOpen={open === month.period}
            onToggle={() => onChange({ month: open === month.period ? 'none' : month.period })}
          />
        ))}
      </Table>
      <div className={styles.more}>
        <LoadMore pages={pages}>Показать ещё месяцы</LoadMore>
      </div>
    </>
  );
}

/** The latest month in which money has moved. */
export const newest = (months: readonly MoneyMonth[]): MoneyMonth | undefined =>
  months.find(({ paid, charged }) => paid !== '0.00' || charged !== '0.00');

interface MonthRowProps {
  p: AccountLetter;
  month: MoneyMonth;
  show: Filters['show'];
  isOpen: boolean;
  onToggle: () => void;
}

function MonthRow({ p, month, show, isOpen, onToggle }: MonthRowProps) {
  const { period, opening, paid, charged, closing } = month;
  const id = `month-${period}`;
  return (
    <Fragment>
      <tr className={cx(isOpen && styles.opened)}>
        <th scope="row">
          <button
            type="button"
            className={styles.toggle}
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            onClick={({ currentTarget }) => inPlace(currentTarget, onToggle)}
          >
            <Icon name="chevron-down" size="sm" />
            {capital(monthText(period, dayOf(now())))}
          </button>
        </th>
        <td className={styles.was} data-label="Было">
          <Money value={opening} />
        </td>
        <td data-label="Пополнено">
          <Money value={paid} signed />
        </td>
        <td data-label="Списано">
          <Money value={charged === '0.00' ? charged : opposite(charged)} signed />
        </td>
        <td className={styles.closing} data-label="Стало">
          <Money value={closing} />
        </td>
      </tr>
      {isOpen && (
        <tr className={styles.inner}>
          <td colSpan={5} id={id}>
            <MonthDetail p={p} month={month} show={show} />
          </td>
        </tr>
      )}
    </Fragment>
  );
}

/** Another month folds, maybe above: the pressed row stays where the finger is. */
function inPlace(row: Element, change: () => void): void {
  const { top } = row.getBoundingClientRect();
  flushSync(change);
  window.scrollBy({ top: row.getBoundingClientRect().top - top, behavior: 'instant' });
}

/** A table on a wide screen; on a phone each month is a small card of labels and values. */
function Table({ caption, children }: { caption: string; children: ReactNode }) {
  return (
    <table className={styles.table}>
      <caption>
        <VisuallyHidden>{caption}</VisuallyHidden>
      </caption>
      <thead>
        <tr>
          <th scope="col">Месяц</th>
          <th scope="col">Было</th>
          <th scope="col">Пополнено</th>
          <th scope="col">Списано</th>
          <th scope="col">Стало</th>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

/** The skeleton of the table, with the same rows. */
function MonthsSkeleton() {
  const bar = <Skeleton width="5.5rem" />;
  return (
    <div aria-busy="true">
      <Table caption="Загружаем месяцы">
        {Array.from({ length: WAITING }, (_, index) => (
          <tr key={index}>
            <th scope="row">
              <span className={styles.toggle}>
                <Icon name="chevron-down" size="sm" />
                <Skeleton width="6rem" />
              </span>
            </th>
            <td className={styles.was} data-label="Было">
              {bar}
            </td>
            <td data-label="Пополнено">{bar}</td>
            <td data-label="Списано">{bar}</td>
            <td className={styles.closing} data-label="Стало">
              {bar}
            </td>
          </tr>
        ))}
      </Table>
    </div>
  );
}
