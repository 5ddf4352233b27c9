import { useId, type ReactNode } from 'react';
import { cx } from '#web/lib/text/cx.ts';
import styles from './card.module.css';

interface CardProps {
  /** The heading; it also names the region. */
  title?: ReactNode;
  /** One link or one state at the right of the heading. */
  aside?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}

/** A card for related content. */
export function Card({ title, aside, className, children }: CardProps) {
  const id = useId();
  if (title === undefined) return <div className={cx(styles.card, className)}>{children}</div>;
  return (
    <section className={cx(styles.card, className)} aria-labelledby={id}>
      <CardHead id={id} title={title} aside={aside} />
      {children}
    </section>
  );
}

/** The line above a card: heading left, one link or state right. */
function CardHead({ id, title, aside }: { id?: string; title: ReactNode; aside?: ReactNode }) {
  return (
    <div className={styles.head}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      {aside !== undefined && <div className={styles.aside}>{aside}</div>}
    </div>
  );
}

/** Cards in a column. */
export function Stack({ children }: { children: ReactNode }) {
  return <div className={styles.stack}>{children}</div>;
}

/** Main and side column on a wide screen; the second goes below on a narrow one. A third child is more of the main column, after the side. */
export function Columns({ even = false, children }: { even?: boolean; children: ReactNode }) {
  return <div className={cx(styles.columns, even && styles.even)}>{children}</div>;
}
