import type { ReactNode } from 'react';
import { Link, useLocation } from '#lib/router.tsx';
import styles from './choice.module.css';
import { Icon } from './icon.tsx';

interface ChipsProps<T extends string> {
  /** What is chosen, for those who do not see the group. */
  label: string;
  options: readonly { value: T; text: ReactNode; note?: ReactNode }[];
  /** The chosen ones: none, one or several. */
  value: T | readonly T[] | undefined;
  onChange: (value: T) => void;
  /** Big ones in columns, with a note below: sums to pay. */
  tall?: boolean;
}

/** Ready answers to press: sums, filters. */
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
  links: readonly { to: string; text: ReactNode }[];
}

/** A few neighbouring pages as one control: the accounts, the months. */
export function Segmented({ label, links }: SegmentedProps) {
  const { pathname } = useLocation();
  return (
    <nav className={styles.segmented} aria-label={label}>
      {links.map(({ to, text }) => (
        <Link key={to} to={to} aria-current={pathname === to ? 'page' : undefined}>
          {text}
        </Link>
      ))}
    </nav>
  );
}

interface SwitchProps {
  /** What is switched, for those who do not see the row. */
  label: string;
  on: boolean;
  /** Not now; say beside it why and until when. */
  locked?: boolean;
  onChange: (on: boolean) => void;
}

/** On or off at once. One that costs money asks first and moves only after the answer. */
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

/** One of a few, each with an explanation: ways to pay, programs. */
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
