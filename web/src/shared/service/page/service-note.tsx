import type { ReactNode } from 'react';
import { Icon, type IconName } from '#web/ui/icon/icon.tsx';
import type { Tone } from '#web/ui/card/state.tsx';
import styles from './service-note.module.css';

interface NoteProps {
  icon: IconName;
  tone: Tone;
  title?: ReactNode;
  children?: ReactNode;
}

/** One of several notes in a card: icon, title, and a line of text. */
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
