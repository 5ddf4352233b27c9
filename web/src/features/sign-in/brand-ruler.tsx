import styles from './sign-in.module.css';

const TICKS = 60;
/** Three waves of the operator's sign along the ruler, each of twenty ticks. */
const topOf = (index: number): string => (7.5 - 5.5 * Math.sin((index * Math.PI) / 10)).toFixed(1);

const PATH = Array.from({ length: TICKS }, (_, index) => `M${index * 6 + 3} ${topOf(index)}V22`).join('');

/** The ruler of days as an ornament of the sign-in page. */
export const BrandRuler = () => (
  <svg className={styles.ruler} viewBox={`0 0 ${TICKS * 6} 22`} preserveAspectRatio="none" aria-hidden="true">
    <path d={PATH} />
  </svg>
);
