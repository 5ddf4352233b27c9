import { Money } from '#web/ui/text/money.tsx';
import { PaidWay, type PaidWayProps } from './ways/paid-way.tsx';
import styles from './ways/sbp-card.module.css';

interface ReceivedNoteProps extends PaidWayProps {
  amount: string;
}

/** Between the word of the bank and the credit: no code, so that nobody pays twice. */
export function ReceivedNote({ amount, sbp, isJoint }: ReceivedNoteProps) {
  return (
    <div className={styles.paid}>
      <p>
        <Money value={amount} size="lg" />
        <span className={styles.small}>
          Банк подтвердил оплату. Деньги вот-вот будут на&nbsp;счёте, второй раз платить не&nbsp;нужно.
        </span>
      </p>
      <PaidWay sbp={sbp} isJoint={isJoint} />
    </div>
  );
}
