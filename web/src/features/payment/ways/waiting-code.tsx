import { useState } from 'react';
import { rubles } from '#web/lib/text/format.ts';
import { cx } from '#web/lib/text/cx.ts';
import { Button } from '#web/ui/button/button.tsx';
import { Callout } from '#web/ui/card/callout.tsx';
import { Money } from '#web/ui/text/money.tsx';
import { CopyLink } from './copy-link.tsx';
import { Countdown } from './countdown.tsx';
import { QrCode } from '#web/shared/page/qr-code.tsx';
import styles from './sbp-card.module.css';
import type { Sbp } from './use-sbp.ts';

interface WaitingCodeProps {
  sbp: Extract<Sbp, { kind: 'waiting' }>;
  amount: string;
  /** Another sum is typed: the code is dimmed. */
  isOld: boolean;
}

/** A valid code: to scan on a wide screen, collapsed on a phone, where a button opens the bank. */
export function WaitingCode({ sbp: { payload, createdAt, expiresAt, isBlind }, amount, isOld }: WaitingCodeProps) {
  const [isShown, setShown] = useState(false);
  return (
    <div className={styles.code}>
      <Money value={amount} size="lg" />
      <div className={cx(styles.picture, isShown && styles.shown, isOld && styles.old)}>
        <QrCode payload={payload} label={`QR-код для оплаты ${rubles(amount)} по СБП`} />
      </div>
      <div className={styles.side}>
        <Countdown createdAt={createdAt} expiresAt={expiresAt} />
        {isBlind && (
          <Callout tone="wait" icon="wifi-off" role="status" title="Нет связи.">
            Узнаем об оплате, как только она вернётся. Код действует.
          </Callout>
        )}
        <ol className={cx(styles.steps, styles.onlyWide)}>
          <li>Откройте приложение банка или камеру телефона.</li>
          <li>Наведите на код и подтвердите оплату.</li>
          <li>Вернитесь сюда: баланс обновится сам.</li>
        </ol>
        <p className={cx(styles.small, styles.onlyPhone)}>
          Кнопка внизу откроет банк. После оплаты вернитесь сюда: баланс обновится сам.
        </p>
        <div className={styles.links}>
          <div className={styles.onlyPhone}>
            <Button look="line" wide icon="qr-code" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
              {isShown ? 'Скрыть QR-код' : 'Показать QR-код'}
            </Button>
          </div>
          <CopyLink payload={payload} amount={amount} />
          <a className={styles.onlyWide} href={payload} target="_blank" rel="noreferrer">
            Оплатить с этого устройства
          </a>
        </div>
      </div>
    </div>
  );
}
