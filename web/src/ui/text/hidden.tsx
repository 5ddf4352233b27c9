import type { ReactNode } from 'react';
import styles from './hidden.module.css';

/** Visually hidden text for screen readers. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className={styles.hidden}>{children}</span>;
}

/** The first focusable element: skips the menu and goes to the content (an element with the id `main`). */
export function SkipLink() {
  return (
    <a className={styles.skip} href="#main">
      К содержанию
    </a>
  );
}
