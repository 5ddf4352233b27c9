import { cx } from '#web/lib/text/cx.ts';
import { iconPaths, type IconName } from './icon-paths.ts';
import styles from './icon.module.css';

export type { IconName } from './icon-paths.ts';

interface IconProps {
  name: IconName;
  /** md 24, sm 20, xs 16 pixels at the ordinary text size. */
  size?: 'md' | 'sm' | 'xs';
  className?: string | undefined;
}

/** An icon beside a text; it never carries meaning alone, so it is hidden from screen readers. */
export function Icon({ name, size = 'md', className }: IconProps) {
  return (
    <svg className={cx(styles.icon, styles[size], className)} viewBox="0 0 24 24" aria-hidden="true">
      <path d={iconPaths[name]} />
    </svg>
  );
}
