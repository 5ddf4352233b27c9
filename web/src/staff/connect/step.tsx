import type { ReactNode } from 'react';
import { Icon } from '#web/ui/icon/icon.tsx';
import styles from './connect.module.css';

interface ConnectStepProps {
  title: string;
  isDone?: boolean;
  children: ReactNode;
}

/** A part of the form: its name at the left, what is filled at the right. */
export const Step = ({ title, isDone = false, children }: ConnectStepProps) => (
  <section className={styles.step} aria-label={title}>
    <h2>
      {isDone && <Icon name="circle-check" size="sm" />}
      {title}
    </h2>
    <div>{children}</div>
  </section>
);
