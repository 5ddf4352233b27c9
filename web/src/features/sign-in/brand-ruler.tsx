import styles from './sign-in.module.css';

const TICKS = 60;
/** Three waves of the operator's sign along the ruler. */
const heightOf = (index: number): number => 9 + 5.5 * (1 + Math.sin((index / TICKS) * 3 * 2 * Math.PI));

/** The ruler of days as an ornament of the sign-in page. */
export function BrandRuler() {
  return (
    <svg className={styles.ruler} viewBox={`0 0 ${TICKS * 6} 22`} preserveAspectRatio="none" aria-hidden="true">
      {Array.from({ length: TICKS }, (_, index) => (
        <line key={index} x1={index * 6 + 3} x2={index * 6 + 3} y1={22 - heightOf(index)} y2="22" />
      ))}
    </svg>
  );
}
