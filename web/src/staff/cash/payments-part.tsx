import { nowMs } from '#web/lib/clock/clock.ts';
import { contractNo } from '#web/lib/text/contract-no.ts';
import { rubles, timeText } from '#web/lib/text/format.ts';
import { Button } from '#web/ui/button/button.tsx';
import { State } from '#web/ui/card/state.tsx';
import { Part } from '../look/plane.tsx';
import styles from './cash.module.css';
import { RECEIPT_LOOK } from './cash.texts.ts';
import type { ShiftPayment } from './cash-data.ts';

interface PaymentsPartProps {
  payments: readonly ShiftPayment[];
  onUndo: (transactionId: number) => void;
  onCopy: (transactionId: number) => void;
}

/** The latest payments of the shift, with their receipts. */
export function PaymentsPart({ payments, onUndo, onCopy }: PaymentsPartProps) {
  return (
    <Part title="Последние платежи" caption={payments.length === 0 ? undefined : 'этой смены'}>
      {payments.length === 0 ? (
        <p className={styles.sub}>В этой смене платежей ещё не было.</p>
      ) : (
        <ul className={styles.payments}>
          {payments.map((payment) => (
            <PaymentRow key={payment.number} payment={payment} onUndo={onUndo} onCopy={onCopy} />
          ))}
        </ul>
      )}
    </Part>
  );
}

function PaymentRow({
  payment,
  onUndo,
  onCopy,
}: { payment: ShiftPayment } & Pick<PaymentsPartProps, 'onUndo' | 'onCopy'>) {
  const { transaction_id: id, at, name, address, amount, receipt, undone, undo_until, kind } = payment;
  const { tone, word } = RECEIPT_LOOK[receipt.state];
  const mayUndo = undo_until !== null && Date.parse(undo_until) > nowMs();
  return (
    <li>
      <time dateTime={at}>{timeText(at)}</time>
      <span>
        <b>{name}</b>
        <span className={styles.sub}>
          {kind === 'undo' ? 'Возврат, ' : ''}договор {contractNo(payment)}, {address}
        </span>
      </span>
      <span className={styles.amount}>
        <b>{rubles(amount, { kopecks: 'always' })}</b>
        {undone && <span className={styles.sub}>отменён</span>}
      </span>
      <State tone={tone} quiet={tone === 'ok' || tone === 'off'}>
        {receipt.number ?? word}
      </State>
      <span className={styles.rowActs}>
        {mayUndo && (
          <Button
            size="sm"
            look="plain"
            onClick={() => onUndo(id)}
            aria-label={`Отменить платёж: ${name}, ${rubles(amount)}`}
          >
            Отменить
          </Button>
        )}
        <Button size="sm" look="plain" onClick={() => onCopy(id)} aria-label={`Копия чека: ${name}, ${rubles(amount)}`}>
          Копия чека
        </Button>
      </span>
    </li>
  );
}
