import type { ReactNode } from 'react';
import { cx } from '#web/lib/text/cx.ts';
import { Icon, type IconName } from '../icon/icon.tsx';
import styles from './state.module.css';

/** Meaning of a state: ok; waiting; wrong; in progress; past. */
export type Tone = 'ok' | 'wait' | 'bad' | 'info' | 'off';

const icons: Record<Tone, IconName> = {
  ok: 'circle-check',
  wait: 'clock',
  bad: 'circle-x',
  info: 'loader',
  off: 'archive',
};

interface StateProps {
  tone: Tone;
  icon?: IconName | undefined;
  /** Without a pill: for the normal state, so that other states stand out. */
  quiet?: boolean;
  children: ReactNode;
}

/** A state: icon, word and tint together, never colour alone. */
export function State({ tone, icon = icons[tone], quiet = false, children }: StateProps) {
  return (
    <span className={cx(styles.state, styles[tone], quiet && styles.quiet)}>
      <Icon name={icon} size="xs" />
      {children}
    </span>
  );
}

/** The square with an icon at the left of a row. */
export function Tile({ icon, tone }: { icon: IconName; tone?: Tone | undefined }) {
  return (
    <span className={cx(styles.tile, tone && styles[tone])}>
      <Icon name={icon} />
    </span>
  );
}

/** A counter: red asks for attention, calm only counts. */
export function Count({ value, calm = false }: { value: number; calm?: boolean }) {
  return <span className={cx(styles.count, calm && styles.calm)}>{value > 99 ? '99+' : value}</span>;
}
