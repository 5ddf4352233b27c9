import { cx } from '#web/lib/text/cx.ts';
import styles from './mark.module.css';

interface MarkProps {
  /** Address of the operator's square picture; without it the product's own mark is shown. */
  logo?: string | null;
  large?: boolean;
}

/** The sign beside the operator's name. */
export function Mark({ logo, large = false }: MarkProps) {
  const className = cx(styles.mark, large && styles.large);
  if (logo) return <img className={className} src={logo} alt="" />;
  return (
    <svg className={className} viewBox="0 0 36 36" aria-hidden="true">
      <path d="M8 13.5c3.3-3.4 6.7-3.4 10 0s6.7 3.4 10 0M8 19.5c3.3-3.4 6.7-3.4 10 0s6.7 3.4 10 0M8 25.5c3.3-3.4 6.7-3.4 10 0s6.7 3.4 10 0" />
    </svg>
  );
}
