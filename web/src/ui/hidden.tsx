import type { ReactNode } from 'react';
import styles from './hidden.module.css';

/** Said by a screen reader, seen by nobody. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className={styles.hidden}>{children}</span>;
}

/** The first thing the Tab key finds: past the menu, to the content (an element with the id `main`). */
export function SkipLink() {
  return (
    <a className={styles.skip} href="#main">
      К содержанию
    </a>
  );
}
