import { rubles } from '#web/lib/text/format.ts';
import { Button, LinkButton } from '#web/ui/button/button.tsx';
import styles from './payment.module.css';
import { useBank } from './ways/use-bank.ts';
import type { BankVisit } from './ways/bank-visit.ts';
import type { Sbp } from './ways/use-sbp.ts';

interface PayBarProps {
  sbp: Sbp;
  visit: BankVisit;
  /** The typed sum, if it is within the limits. */
  typed: string | undefined;
  /** The code on the screen is for the typed sum. */
  isCurrent: boolean;
  onPay: () => void;
  onRenew: () => void;
}

/** The main button on a phone, always visible: one tap opens the bank, whether there is a code already or not. */
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

const payWords = (typed: string | undefined): string =>
  typed === undefined ? 'Заплатить' : `Заплатить ${rubles(typed)}`;

type PayButtonProps = PayBarProps & { sbp: Exclude<Sbp, { kind: 'received' }> };

function PayButton({ sbp, visit, typed, isCurrent, onPay, onRenew }: PayButtonProps) {
  const code = isCurrent ? sbp : ({ kind: 'none' } as const);
  const { isOpening, open } = useBank(code, visit);
  if (isOpening || code.kind === 'none' || code.kind === 'paid') {
    const pay = (): void => {
      onPay();
      if (typed !== undefined) open();
    };
    return (
      <Button wide icon="smartphone" busy={isOpening} onClick={pay}>
        {payWords(typed)}
      </Button>
    );
  }
  if (code.kind === 'waiting') {
    return (
      <LinkButton external wide icon="smartphone" to={code.payload} onClick={visit.leave}>
        {payWords(typed)}
      </LinkButton>
    );
  }
  return <Again kind={code.kind} onRenew={onRenew} />;
}

const Again = ({ kind, onRenew }: { kind: keyof typeof words; onRenew: () => void }) => (
  <Button wide busy={kind === 'making'} icon="refresh" onClick={onRenew}>
    {words[kind]}
  </Button>
);
