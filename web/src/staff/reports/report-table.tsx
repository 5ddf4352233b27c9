import { Fragment, useState, type CSSProperties } from 'react';
import { cx } from '#web/lib/text/cx.ts';
import { Icon } from '#web/ui/icon/icon.tsx';
import type { ReportRow, ReportFigures } from './report-view.ts';
import styles from './reports.module.css';
import { RowList } from './row-list.tsx';

/** The figures of a report; a row opens what it sums up. */
export function ReportTable({ table, most }: { table: ReportFigures; most?: number | undefined }) {
  const [opened, open] = useState<string>();
  const { title, heads, total } = table;
  const rows = table.rows.slice(0, most);
  if (rows.length === 0) return null;
  return (
    <div className={styles.scrolls}>
      <table className={styles.table} aria-label={title}>
        <thead>
          <tr>
            {heads.map((head, index) => (
              <th key={head} scope="col" className={cx(isMiddle(index, heads) && styles.middle)}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Fragment key={row.key}>
              <Row
                row={row}
                heads={heads}
                isOpen={row.key === opened}
                onOpen={() => open(row.key === opened ? undefined : row.key)}
              />
              {row.key === opened && (
                <tr>
                  <td colSpan={heads.length} className={styles.opened}>
                    <RowList lists={row.lists} />
                  </td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
        {total && most === undefined && (
          <tfoot>
            <tr>
              {total.map((cell, index) => (
                <td key={heads[index]} className={cx(isMiddle(index, heads) && styles.middle)}>
                  {cell}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}

/** What a phone leaves out: all but the first and the last. */
const isMiddle = (index: number, heads: readonly string[]): boolean => index > 0 && index < heads.length - 1;

interface RowProps {
  row: ReportRow;
  heads: readonly string[];
  isOpen: boolean;
  onOpen: () => void;
}

function Row({ row: { title, cells, bar }, heads, isOpen, onOpen }: RowProps) {
  return (
    <tr>
      <th scope="row">
        <button type="button" className={styles.open} aria-expanded={isOpen} onClick={onOpen}>
          <Icon name={isOpen ? 'chevron-up' : 'chevron-down'} size="xs" />
          <span>{title}</span>
        </button>
        {bar !== undefined && bar > 0 && (
          <span className={styles.bar} aria-hidden="true" style={{ '--part': bar } as CSSProperties} />
        )}
      </th>
      {cells.map((cell, index) => (
        <td key={heads[index + 1]} className={cx(isMiddle(index + 1, heads) && styles.middle)}>
          {cell}
        </td>
      ))}
    </tr>
  );
}
