import type { ReactNode } from 'react';
import { Link } from '#lib/page/router.tsx';
import { cx } from '#lib/text/cx.ts';
import { useProvider } from '#lib/page/provider.ts';
import { VisuallyHidden } from '#ui/text/hidden.tsx';
import { Mark } from '#ui/text/mark.tsx';
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
