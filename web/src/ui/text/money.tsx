import { cx } from '#web/lib/text/cx.ts';
import { moneyParts } from '#web/lib/text/format.ts';
import { useCounted } from '#web/lib/page/motion.ts';
import styles from './money.module.css';

interface MoneyProps {
  /** The wire's decimal string of rubles: `-628.50`. */
  value: string;
  /** text: as the surrounding text; md, lg, xl: sums that stand alone. */
  size?: 'text' | 'md' | 'lg' | 'xl';
  /** Incoming money: a plus and green. Charges stay in the colour of the text. */
  signed?: boolean;
  /** Omits zero kopecks, as in sentences; tables keep both digits. */
  short?: boolean;
}

/** A sum of money: kopecks are smaller where the sum is big. */
export function Money({ value, size = 'text', signed = false, short = false }: MoneyProps) {
  const { sign, whole, kopecks } = moneyParts(value, signed);
  const tail = short && kopecks === '00' ? '\u00a0₽' : `,${kopecks}\u00a0₽`;
  return (
    <span className={cx(styles.money, styles[size], sign === '+' && styles.plus)}>
      {sign}
      {whole}
      <span className={styles.kopecks}>{tail}</span>
    </span>
  );
}

/** A balance: when it changes, it counts to the new value; a screen reader hears only that one. */
export function Balance({ value, size, short = false }: Pick<MoneyProps, 'value' | 'size' | 'short'>) {
  const [shown, isCounting] = useCounted(value);
  return (
    <span aria-busy={isCounting || undefined}>
      <Money value={shown} short={short} {...(size && { size })} />
    </span>
  );
}
