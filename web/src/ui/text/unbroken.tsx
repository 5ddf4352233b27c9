import { Address } from './address.tsx';
import styles from './unbroken.module.css';

/** A telephone number as a text tells it: «+7 8482 00-34-12», «8 800 000-12-34». */
const PHONE = /((?:\+7|8\s800)[\s0-9-]+[0-9])/;

/**
 * A text whose telephone numbers stand on one line each: by style, because invisible marks would be copied with a number. An address of
 * mail may go on behind its name.
 */
export const Unbroken = ({ text }: { text: string }) =>
  text.split(PHONE).map((part, index) =>
    index % 2 === 0 ? (
      <Address key={`${index} ${part}`}>{part}</Address>
    ) : (
      <span key={`${index} ${part}`} className={styles.unbroken}>
        {part}
      </span>
    ),
  );
