import { useEffect, useState } from 'react';
import { send } from '#web/api/client.ts';
import { contract, type Wire } from '#web/api/contract.ts';
import { timeText, rubles } from '#web/lib/text/format.ts';
import { QrCode } from '#web/shared/page/qr-code.tsx';
import { Button, LinkButton } from '#web/ui/button/button.tsx';
import { Callout } from '#web/ui/card/callout.tsx';
import { State } from '#web/ui/card/state.tsx';
import styles from './bill.module.css';
import { isLinkOver } from './use-link.ts';

type LinkPaymentState = Wire<typeof contract.paymentLink.status>['state'];

/** How often the bank's answer is asked for. */
const EVERY_MS = 3000;

interface BillWaitsProps {
  order: Wire<typeof contract.paymentLink.pay>;
  secret: string;
  onPaid: () => void;
  onOver: () => void;
  /** Orders another code. */
  onAgain: () => void;
}

/** The code of the bank: a phone opens the bank, a wide screen shows it; the result comes to the same place. */
export function BillWaits({ order, secret, onPaid, onOver, onAgain }: BillWaitsProps) {
  const { payment, payload, amount, expires_at } = order;
  const state = usePaymentState({ payment, secret, onPaid, onOver });
  if (state === 'expired' || state === 'rejected') return <Ended state={state} onAgain={onAgain} />;
  return (
    <div className={styles.waits}>
      <span role="status">
        <State tone="wait" icon="clock">
          Ждём банк
        </State>
      </span>
      <div className={styles.bank}>
        <LinkButton external wide to={payload}>
          Открыть банк на&nbsp;этом устройстве
        </LinkButton>
      </div>
      <div className={styles.code}>
        <QrCode payload={payload} label={`QR-код для оплаты ${rubles(amount)} по СБП`} />
      </div>
      <p className={styles.small}>
        Наведите на&nbsp;код камеру телефона или откройте банк здесь и&nbsp;подтвердите платёж. Код действует до&nbsp;
        {timeText(expires_at)}. Результат появится здесь сам.
      </p>
    </div>
  );
}

const ENDED = {
  expired: { title: 'Время кода вышло, деньги не списали.', text: 'Если вы уже подтвердили платёж, он придёт сам.' },
  rejected: { title: 'Банк отклонил платёж, деньги не списали.', text: 'Попробуйте ещё раз или из другого банка.' },
} as const;

const Ended = ({ state, onAgain }: { state: keyof typeof ENDED; onAgain: () => void }) => (
  <div className={styles.waits}>
    <Callout tone="wait" role="status" title={ENDED[state].title}>
      {ENDED[state].text}
    </Callout>
    <Button wide onClick={onAgain}>
      Попробовать ещё раз
    </Button>
  </div>
);

interface Asked {
  payment: string;
  secret: string;
  onPaid: () => void;
  onOver: () => void;
}

/** Asks again and again until the payment has an end; a request that fails is asked again, too. */
function usePaymentState({ payment, secret, onPaid, onOver }: Asked): LinkPaymentState {
  const [state, setState] = useState<LinkPaymentState>('waiting');
  useEffect(() => {
    if (state === 'rejected') return;
    const ask = (): void => {
      send(contract.paymentLink.status, { body: { secret, payment } }).then(
        (answer) => (answer.state === 'paid' ? onPaid() : setState(answer.state)),
        (failure: unknown) => {
          if (isLinkOver(failure)) onOver();
        },
      );
    };
    const timer = setInterval(ask, EVERY_MS);
    return () => clearInterval(timer);
    // oxlint-disable-next-line react/exhaustive-deps -- the handlers are new in each rendering, and do the same
  }, [payment, secret, state]);
  return state;
}
