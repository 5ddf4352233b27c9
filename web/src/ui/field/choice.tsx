import type { ReactNode } from 'react';
import { Link, useLocation } from '#web/lib/page/router.tsx';
import styles from './choice.module.css';
import { Icon } from '../icon/icon.tsx';

interface ChipsProps<T extends string> {
  /** The name of the group, for screen readers. */
  label: string;
  options: readonly { value: T; text: ReactNode; note?: ReactNode }[];
  /** The selected values: none, one or several. */
  value: T | readonly T[] | undefined;
  onChange: (value: T) => void;
  /** Large chips in columns, with a note below: sums to pay. */
  tall?: boolean;
}

/** Values to choose by a press: sums, filters. */
export function Chips<T extends string>({ label, options, value, onChange, tall = false }: ChipsProps<T>) {
  const chosen = new Set<T | undefined>(Array.isArray(value) ? (value as readonly T[]) : [value as T | undefined]);
  return (
    <div className={tall ? styles.tall : styles.chips} role="group" aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          className={styles.chip}
          aria-pressed={chosen.has(option.value)}
          onClick={() => onChange(option.value)}
        >
          {option.text}
          {option.note !== undefined && <small>{option.note}</small>}
        </button>
      ))}
    </div>
  );
}

interface SegmentedProps {
  label: string;
  /** `current`: by default, the link to this path. */
  links: readonly { to: string; text: ReactNode; current?: boolean }[];
}

/** Links to a few related pages as one control: accounts, months. */
export function Segmented({ label, links }: SegmentedProps) {
  const { pathname } = useLocation();
  return (
    <nav className={styles.segmented} aria-label={label}>
      {links.map(({ to, text, current = pathname === to }) => (
        <Link key={to} to={to} aria-current={current ? 'page' : undefined}>
          {text}
        </Link>
      ))}
    </nav>
  );
}

interface SwitchProps {
  /** The name of the switch, for screen readers. */
  label: string;
  on: boolean;
  /** Disabled; show the reason and the time beside it. */
  locked?: boolean;
  onChange: (on: boolean) => void;
}

/** Switches on or off at once. If it costs money, it asks first and moves only after the confirmation. */
export function Switch({ label, on, locked = false, onChange }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      className={styles.switch}
      aria-label={label}
      aria-checked={on}
      aria-disabled={locked || undefined}
      onClick={locked ? undefined : () => onChange(!on)}
    >
      <Icon name={locked ? 'lock' : on ? 'check' : 'x'} size="xs" />
    </button>
  );
}

interface WaysProps<T extends string> {
  legend: ReactNode;
  name: string;
  options: readonly { value: T; title: ReactNode; note?: ReactNode; aside?: ReactNode }[];
  value: T | undefined;
  onChange: (value: T) => void;
}

/** A choice of one option, each with an explanation: ways to pay, programs. */
export function Ways<T extends string>({ legend, name, options, value, onChange }: WaysProps<T>) {
  return (
    <fieldset className={styles.ways}>
      <legend>{legend}</legend>
      {options.map((option) => (
        <label key={option.value} className={styles.way}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>
            <b>{option.title}</b>
            {option.note !== undefined && <small>{option.note}</small>}
          </span>
          {option.aside}
        </label>
      ))}
    </fieldset>
  );
}
