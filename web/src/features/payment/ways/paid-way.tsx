import { timeText } from '#web/lib/text/format.ts';
import { cx } from '#web/lib/text/cx.ts';
import { Icon } from '#web/ui/icon/icon.tsx';
import styles from './paid-way.module.css';
import type { Sbp } from './use-sbp.ts';

interface Step {
  text: string;
  /** Undefined while it has not happened. */
  at: string | null | undefined;
}

export interface PaidWayProps {
  sbp: Extract<Sbp, { kind: 'paid' | 'received' }>;
  isJoint: boolean;
}

/** The way of the money, with the times of the server: ordered, reported by the bank, credited, switched on. */
export function PaidWay({ sbp: { createdAt, receivedAt, paidAt, restored }, isJoint }: PaidWayProps) {
  const steps: Step[] = [
    { text: 'Вы открыли оплату', at: createdAt },
    { text: 'Банк сообщил: оплачено', at: receivedAt },
    { text: isJoint ? 'Деньги на\u00a0обоих счетах' : 'Деньги на\u00a0счёте', at: paidAt },
    ...restored.map(({ name, applied_at: at }) => ({
      text: at === null ? `Включаем: ${name}` : `Включили: ${name}`,
      at,
    })),
  ];
  return (
    <ol className={styles.way} aria-label="Как шёл платёж">
      {steps.map(({ text, at }) => (
        <li key={text} className={cx(at == null && styles.ahead)}>
          <Icon name={at == null ? 'loader' : 'circle-check'} size="sm" />
          <span>{text}</span>
          {at == null ? <span className={styles.at}>сейчас</span> : <time dateTime={at}>{timeText(at)}</time>}
        </li>
      ))}
    </ol>
  );
}
