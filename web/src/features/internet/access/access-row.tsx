import type { ReactNode } from 'react';
import styles from './access-section.module.css';

interface AccessRowProps {
  name: string;
  action?: ReactNode;
  children: ReactNode;
}

/** A row: name, state, and action. */
export function AccessRow({ name, action, children }: AccessRowProps) {
  return (
    <div className={styles.row}>
      <div className={styles.words}>
        <h3>{name}</h3>
        {children}
      </div>
      {action !== undefined && <div className={styles.action}>{action}</div>}
    </div>
  );
}
