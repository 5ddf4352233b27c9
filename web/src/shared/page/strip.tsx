import type { ReactNode } from 'react';
import { Icon, type IconName } from '#web/ui/icon/icon.tsx';
import styles from './strip.module.css';

interface StripProps {
  icon: IconName;
  /** What will happen, and when. */
  title: ReactNode;
  /** The button that undoes it. */
  action?: ReactNode;
  children: ReactNode;
}

/** What is planned for a service, or can still be undone: no warning. */
export const Strip = ({ icon, title, action, children }: StripProps) => (
  <div className={styles.strip}>
    <Icon name={icon} />
    <p>
      <b>{title}</b> {children}
    </p>
    {action}
  </div>
);
