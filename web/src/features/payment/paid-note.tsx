import { rubles, timeText } from '#lib/format.ts';
import { Button, ButtonRow, LinkButton } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { Money } from '#ui/money.tsx';
import { KeyValues } from '#ui/rows.tsx';
import styles from './sbp-card.module.css';
import type { AccountKind, Sbp } from './use-sbp.ts';

interface PaidNoteProps {
  p: AccountKind;
  sbp: Extract<Sbp, { kind: 'paid' }>;
  amount: string;
  balance: string | undefined;
  onRenew: () => void;
}

/** A successful payment: the sum, the new balance, the restored services. */
export function PaidNote({ p, sbp: { paidAt, switchesOn }, amount, balance, onRenew }: PaidNoteProps) {
  return (
    <div className={styles.paid}>
      <span className={styles.done}>
        <Icon name="check" />
      </span>
      <p>
        <Money value={amount} size="lg" />
        <span className={styles.small}>Оплата прошла{paidAt !== null && ` в\u00a0${timeText(paidAt)}`}</span>
      </p>
      <div className={styles.facts}>
        <KeyValues
          list={[
            balance !== undefined && ['Теперь на счёте', <Money key="balance" value={balance} />],
            switchesOn.length > 0 && ['Включили', switchesOn.join(', ')],
          ]}
        />
      </div>
      <ButtonRow stacked>
        <LinkButton to="/">На главную</LinkButton>
        <LinkButton to={`/payments-history/${p}`} look="plain">
          История платежей
        </LinkButton>
        <Button look="plain" onClick={onRenew}>
          Ещё {rubles(amount)}
        </Button>
      </ButtonRow>
    </div>
  );
}
