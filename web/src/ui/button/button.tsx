import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { Link } from '#web/lib/page/router.tsx';
import { cx } from '#web/lib/text/cx.ts';
import { sending } from '#web/lib/text/texts.ts';
import styles from './button.module.css';
import { Icon, type IconName } from '../icon/icon.tsx';

/** solid: the one main action of a screen; soft: likely; plain: possible; line: an alternative; cut: takes something away. */
export type ButtonLook = 'solid' | 'soft' | 'plain' | 'line' | 'cut';

interface Dress {
  look?: ButtonLook | undefined;
  size?: 'md' | 'sm' | undefined;
  wide?: boolean | undefined;
  icon?: IconName | undefined;
  children: ReactNode;
}

interface ButtonProps extends Dress, Omit<ComponentProps<'button'>, 'children' | 'className'> {
  /** The action is running: the button keeps its width, shows it and ignores a second press. */
  busy?: boolean | undefined;
}

const dress = ({ look = 'solid', size = 'md', wide = false }: Omit<Dress, 'children'>): string =>
  cx(styles.button, styles[look], size === 'sm' && styles.sm, wide && styles.wide);

function Words({
  icon,
  hidden = false,
  children,
}: {
  icon: IconName | undefined;
  hidden?: boolean;
  children: ReactNode;
}) {
  return (
    <span className={cx(styles.words, hidden && styles.hidden)} aria-hidden={hidden || undefined}>
      {icon && <Icon name={icon} size="sm" />}
      {children}
    </span>
  );
}

const isTrue = (attribute: boolean | 'true' | 'false' | undefined): boolean => String(attribute) === 'true';

/** It stays the button of its form: without one, Enter in the only field would send the form past it. */
const refuse = (press: MouseEvent): void => press.preventDefault();

/** A button for an action. A forbidden action stays visible: pass `aria-disabled` and show the reason beside it. */
export function Button({ look, size, wide, icon, busy, children, type, onClick, ...rest }: ButtonProps) {
  const asleep = busy === true || isTrue(rest['aria-disabled']);
  return (
    <button
      {...rest}
      type={type ?? 'button'}
      className={dress({ look, size, wide })}
      aria-busy={busy}
      aria-disabled={asleep || undefined}
      onClick={asleep ? refuse : onClick}
    >
      <Words icon={icon} hidden={busy ?? false}>
        {children}
      </Words>
      {busy && (
        <span className={styles.busy}>
          <Icon name="loader" size="sm" className={styles.spin} />
          <span>{sending}</span>
        </span>
      )}
    </button>
  );
}

interface LinkButtonProps extends Dress {
  to: string;
  /** Opens another site or a file: an ordinary link. */
  external?: boolean;
  /** Of an external link: what is noted before the page is left. */
  onClick?: (() => void) | undefined;
}

/** A link that looks like a button. */
export function LinkButton({ to, external = false, icon, onClick, children, ...look }: LinkButtonProps) {
  const words = <Words icon={icon}>{children}</Words>;
  if (!external) {
    return (
      <Link to={to} className={dress(look)}>
        {words}
      </Link>
    );
  }
  return (
    <a href={to} className={dress(look)} onClick={onClick}>
      {words}
    </a>
  );
}

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'className' | 'aria-label'> {
  icon: IconName;
  /** The action, for screen readers. */
  label: string;
  size?: 'md' | 'sm';
  children?: ReactNode;
}

/** A round button with only an icon, for well-known actions (close, fold, show). */
export function IconButton({ icon, label, size = 'md', children, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={cx(styles.iconButton, size === 'sm' && styles.iconSm)}
      aria-label={label}
    >
      <Icon name={icon} size={size} />
      {children}
    </button>
  );
}

/** A button that looks like a link inside a sentence. */
export function TextButton({ children, ...rest }: Omit<ComponentProps<'button'>, 'className'>) {
  return (
    <button type="button" {...rest} className={styles.text}>
      {children}
    </button>
  );
}

/** Buttons in a row; on a phone `stacked` ones take the full width. */
export function ButtonRow({ stacked = false, children }: { stacked?: boolean; children: ReactNode }) {
  return <div className={cx(styles.row, stacked && styles.stacked)}>{children}</div>;
}
