import styles from './skeleton.module.css';
import { VisuallyHidden } from './hidden.tsx';

interface SkeletonProps {
  width?: string;
  height?: string;
  /** Round corners of what will stand here. */
  round?: 'xs' | 'md' | 'full';
}

/** A grey bar of the size of what is being loaded. */
export function Skeleton({ width = '100%', height = '1rem', round = 'xs' }: SkeletonProps) {
  return (
    <span className={styles.bar} style={{ width, height, borderRadius: `var(--r-${round})` }} aria-hidden="true" />
  );
}

interface SkeletonRowsProps {
  /** What is being loaded, for those who do not see the bars: «Загружаем услуги». */
  label: string;
  count?: number;
  tile?: boolean;
}

/** Rows of a list that is being loaded: same heights, so that nothing jumps. */
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
