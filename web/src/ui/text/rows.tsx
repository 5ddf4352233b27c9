import { Children, type ReactNode } from 'react';
import { cx } from '#web/lib/text/cx.ts';
import { Icon } from '../icon/icon.tsx';
import styles from './rows.module.css';

/** Rows separated by thin lines. Each child is one row. */
export function Rows({ children }: { children: ReactNode }) {
  return (
    <ul className={styles.rows}>
      {Children.map(children, (row) => (
        <li>{row}</li>
      ))}
    </ul>
  );
}

interface LineProps {
  title: ReactNode;
  /** To the right of the title: a sum, a state. */
  value?: ReactNode;
  /** Below, small: the time. */
  note?: ReactNode;
}

/** One line of a list in a side card: title, sum, time. */
export function Line({ title, value, note }: LineProps) {
  return (
    <div className={styles.line}>
      <span>{title}</span>
      {value !== undefined && <span className={styles.value}>{value}</span>}
      {note !== undefined && <span className={styles.note}>{note}</span>}
    </div>
  );
}

interface KeyValuesProps {
  /** Labels with their values; `false` is skipped, so that conditions read in place. */
  list: readonly (readonly [key: string, value: ReactNode] | false)[];
  /** Two pairs in a row from the tablet up. */
  two?: boolean;
}

/** Labels and values: details, consequences of an action. */
export function KeyValues({ list, two = false }: KeyValuesProps) {
  const pairs = list.filter((pair) => pair !== false);
  return (
    <dl className={cx(styles.pairs, two && styles.two)}>
      {pairs.map(([key, value]) => (
        <div key={key}>
          <dt>{key}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A list of collapsible answers; each child is a `Fold`. */
export function Folds({ children }: { children: ReactNode }) {
  return <div className={styles.folds}>{children}</div>;
}

interface FoldProps {
  title: ReactNode;
  open?: boolean;
  onToggle?: (open: boolean) => void;
  /** The content is a list in columns, not prose. */
  wide?: boolean;
  children: ReactNode;
}

/** A heading that expands its content. */
export function Fold({ title, open = false, onToggle, wide = false, children }: FoldProps) {
  return (
    <details className={styles.fold} open={open} onToggle={(event) => onToggle?.(event.currentTarget.open)}>
      <summary>
        {title}
        <Icon name="chevron-down" size="sm" />
      </summary>
      <div className={cx(styles.inside, wide && styles.wide)}>{children}</div>
    </details>
  );
}
