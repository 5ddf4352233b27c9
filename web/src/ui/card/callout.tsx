import type { ReactNode } from 'react';
import { cx } from '#web/lib/text/cx.ts';
import { retry } from '#web/lib/text/texts.ts';
import { Button } from '../button/button.tsx';
import styles from './callout.module.css';
import { Icon, type IconName } from '../icon/icon.tsx';
import { Tile, type Tone } from './state.tsx';
import { useToldOnce } from '../toast/told-once.ts';

const icons: Record<Tone, IconName> = {
  ok: 'circle-check',
  wait: 'triangle-alert',
  bad: 'circle-alert',
  info: 'info',
  off: 'info',
};

interface CalloutProps {
  tone?: Tone;
  icon?: IconName;
  /** The first words, bold: what happened. */
  title?: ReactNode;
  /** What can be done about it: one link or one text button. */
  action?: ReactNode;
  role?: 'status' | 'alert' | 'note';
  children?: ReactNode;
}

/** A message between cards. */
export function Callout({ tone = 'info', icon = icons[tone], title, action, role, children }: CalloutProps) {
  return (
    <div className={cx(styles.callout, styles[tone])} role={role}>
      <Icon name={icon} />
      <div>
        <p>
          {title !== undefined && <b>{title}</b>} {children}
        </p>
        {action}
      </div>
    </div>
  );
}

interface ErrorBlockProps {
  /** What failed to load: «Не удалось загрузить звонки за ноябрь.» */
  title: string;
  onRetry: () => void;
  /** The cause concerns only this part: show it here even if a common cause is shown above the page. */
  alone?: boolean | undefined;
  children?: ReactNode;
}

/** Shown instead of a part that failed to load: what is missing, what still works, and «Повторить»; quiet if the cause is told above. */
export function ErrorBlock({ title, onRetry, alone = false, children }: ErrorBlockProps) {
  const isToldAbove = useToldOnce() && !alone;
  return (
    <Callout
      {...(isToldAbove ? { tone: 'off', role: 'note' } : { tone: 'bad', role: 'alert', children })}
      icon="circle-alert"
      title={title}
      action={
        <RetryRow>
          <Button look="line" size="sm" onClick={onRetry}>
            {retry}
          </Button>
        </RetryRow>
      }
    />
  );
}

/** The ways out of a failure, in a row below its words. */
export const RetryRow = ({ children }: { children: ReactNode }) => <div className={styles.ways}>{children}</div>;

interface EmptyProps {
  icon?: IconName;
  title: string;
  /** Why it is empty and what to do. */
  children?: ReactNode;
  /** One action. */
  action?: ReactNode;
}

/** Shown instead of an empty list. */
export function Empty({ icon = 'inbox', title, children, action }: EmptyProps) {
  return (
    <div className={styles.empty}>
      <Tile icon={icon} tone="off" />
      <h3>{title}</h3>
      {children !== undefined && <p>{children}</p>}
      {action}
    </div>
  );
}
