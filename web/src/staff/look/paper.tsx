import { useEffect, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { cx } from '#web/lib/text/cx.ts';
import styles from './paper.module.css';

interface PaperProps {
  /** A roll of a cash register, or a card of A6. */
  sheet: 'receipt' | 'card';
  onDone: () => void;
  children: ReactNode;
}

/** Prints its content, and nothing of the page. */
export function Paper({ sheet, onDone, children }: PaperProps) {
  useEffect(() => {
    addEventListener('afterprint', onDone, { once: true });
    window.print();
    return () => removeEventListener('afterprint', onDone);
  }, [onDone]);
  return createPortal(
    <div className={cx(styles.paper, styles[sheet])} aria-hidden="true">
      {children}
    </div>,
    document.body,
  );
}
