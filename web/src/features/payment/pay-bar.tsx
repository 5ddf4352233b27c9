import { rubles } from '#web/lib/text/format.ts';
import { Button, LinkButton } from '#web/ui/button/button.tsx';
import styles from './payment.module.css';
import type { Sbp } from './ways/use-sbp.ts';

interface PayBarProps {
  sbp: Sbp;
  /** The typed sum, if it is within the limits. */
  typed: string | undefined;
  /** The code on the screen is for the typed sum. */
  isCurrent: boolean;
  onPay: () => void;
  onRenew: () => void;
}

/** The main button on a phone, always visible: its text depends on the sum and the state of the payment. */
export function PayBar({ sbp, ...rest }: PayBarProps) {
  // The bank has taken the money: nothing is left to do.
  if (sbp.kind === 'received') return null;
  return (
    <div className={styles.bar}>
      <PayButton sbp={sbp} {...rest} />
    </div>
  );
}

const words = {
  making: 'Готовим код',
  failed: 'Повторить',
  expired: 'Сделать новый код',
  rejected: 'Попробовать ещё раз',
  refunded: 'Заплатить снова',
} as const;

function PayButton({
  sbp,
  typed,
  isCurrent,
  onPay,
  onRenew,
}: PayBarProps & { sbp: Exclude<Sbp, { kind: 'received' }> }) {
  if (!isCurrent || sbp.kind === 'none' || sbp.kind === 'paid') {
    return (
      <Button wide onClick={onPay}>
        {typed === undefined ? 'Заплатить' : `Заплатить ${rubles(typed)}`}
      </Button>
    );
  }
  if (sbp.kind === 'waiting') {
    return (
      <LinkButton external wide icon="smartphone" to={sbp.payload}>
        Открыть приложение банка
      </LinkButton>
    );
  }
  return (
    <Button wide busy={sbp.kind === 'making'} icon="refresh" onClick={onRenew}>
      {words[sbp.kind]}
    </Button>
  );
}
