import type { ReactNode } from 'react';
import { Link } from '#web/lib/page/router.tsx';
import { cx } from '#web/lib/text/cx.ts';
import { useProvider } from '#web/lib/page/provider.ts';
import { VisuallyHidden } from '#web/ui/text/hidden.tsx';
import { Mark } from '#web/ui/text/mark.tsx';
import styles from './brand.module.css';

/** The operator's sign and name; links to home. */
export function Brand({ note, className }: { note?: ReactNode; className?: string | undefined }) {
  const { name, logo } = useProvider();
  return (
    <Link to="/" className={cx(styles.brand, className)}>
      <Mark logo={logo} />
      <span className={styles.name}>
        {name}
        {note !== undefined && <small>{note}</small>}
      </span>
      <VisuallyHidden>, на главную</VisuallyHidden>
    </Link>
  );
}
