import type { ReactNode } from 'react';
import { Icon, type IconName } from '#ui/icon.tsx';
import type { Tone } from '#ui/state.tsx';
import styles from './service-note.module.css';

interface NoteProps {
  icon: IconName;
  tone: Tone;
  title?: ReactNode;
  children?: ReactNode;
}

/** Something to know, one among several in a card: icon, what, and a line about it. */
export function Note({ icon, tone, title, children }: NoteProps) {
  return (
    <div className={styles.note}>
      <Icon name={icon} className={styles[tone]} />
      <div className={styles.words}>
        {title !== undefined && <b>{title}</b>}
        {children}
      </div>
    </div>
  );
}
