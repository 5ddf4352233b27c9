import styles from './entry.module.css';

export const SpareCodeList = ({ codes }: { codes: readonly string[] }) => (
  <ul className={styles.codes}>
    {codes.map((one) => (
      <li key={one}>{one}</li>
    ))}
  </ul>
);
