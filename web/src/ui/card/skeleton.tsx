import styles from './skeleton.module.css';
import { VisuallyHidden } from '../text/hidden.tsx';

interface SkeletonProps {
  width?: string;
  height?: string;
  /** Round corners of the final content. */
  round?: 'xs' | 'md' | 'full';
}

/** A grey bar of the size of the loading content. */
export function Skeleton({ width = '100%', height = '1rem', round = 'xs' }: SkeletonProps) {
  return (
    <span className={styles.bar} style={{ width, height, borderRadius: `var(--r-${round})` }} aria-hidden="true" />
  );
}

interface SkeletonRowsProps {
  /** What is loading, for screen readers: «Загружаем услуги». */
  label: string;
  count?: number;
  tile?: boolean;
}

/** Rows of a loading list: the same heights, so that nothing moves. */
export function SkeletonRows({ label, count = 3, tile = true }: SkeletonRowsProps) {
  return (
    <div aria-busy="true">
      <VisuallyHidden>{label}</VisuallyHidden>
      <div className={styles.rows} aria-hidden="true">
        {Array.from({ length: count }, (_, index) => (
          <div key={index} className={styles.row}>
            {tile && <Skeleton width="2.75rem" height="2.75rem" round="md" />}
            <div className={styles.words}>
              <Skeleton width={`${44 + ((index * 8) % 20)}%`} height="1.125rem" />
              <Skeleton width={`${74 + ((index * 8) % 20)}%`} />
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}
