import type { ReactNode } from 'react';
import { cx } from '#web/lib/text/cx.ts';
import styles from './plane.module.css';

/** What stands on the plane itself, in no part of it: a skeleton, a failure, «nothing here». */
export const Inset = ({ children }: { children: ReactNode }) => <div className={styles.inset}>{children}</div>;

/** The white plane of a page. */
export const Plane = ({ children }: { children: ReactNode }) => <div className={styles.plane}>{children}</div>;

interface PlaneHeadProps {
  /** The answer of the page: «Абонент сменил роутер», «Не хватает 571,40 ₽». */
  title: ReactNode;
  lead?: ReactNode;
  actions?: ReactNode;
}

export function PlaneHead({ title, lead, actions }: PlaneHeadProps) {
  return (
    <div className={styles.head}>
      <div>
        <h1 tabIndex={-1}>{title}</h1>
        {lead !== undefined && <p className={styles.lead}>{lead}</p>}
      </div>
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}

interface PartProps {
  title: string;
  caption?: ReactNode;
  /** At the right of the heading. */
  aside?: ReactNode;
  /** On a wide screen it is as high as the window, and scrolls within. */
  scrolls?: boolean;
  children: ReactNode;
}

/** A part of the plane below a hairline. */
export function Part({ title, caption, aside, scrolls = false, children }: PartProps) {
  return (
    <section className={cx(styles.part, scrolls && styles.scrolls)} aria-label={title}>
      <div className={styles.partHead}>
        <h2>{title}</h2>
        {caption !== undefined && <span className={styles.caption}>{caption}</span>}
        {aside}
      </div>
      {children}
    </section>
  );
}

/** Two columns on a wide screen: the main one, and one beside it. */
export const Split = ({ children }: { children: ReactNode }) => <div className={styles.split}>{children}</div>;
