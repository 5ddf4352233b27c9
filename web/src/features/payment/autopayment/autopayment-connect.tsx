import { Button, ButtonRow, LinkButton } from '#web/ui/button/button.tsx';
import { cx } from '#web/lib/text/cx.ts';
import { Countdown } from '../ways/countdown.tsx';
import { QrCode } from '#web/shared/page/qr-code.tsx';
import styles from './autopayment.module.css';
import type { Autopayment } from './use-autopayment.ts';

interface ConnectProps {
  autopayment: Autopayment;
  isBusy: boolean;
  onCancel: () => void;
}

/** The client confirms the autopayment in his bank: with a code on a wide screen, with a button on a phone. */
export function AutopaymentConnect({ autopayment: { connect, rule }, isBusy, onCancel }: ConnectProps) {
  return (
    <>
      <p>{rule?.sentence}</p>
      {connect && (
        <>
          <div className={cx(styles.code, styles.onlyWide)}>
            <QrCode payload={connect.payload} label="QR-код для подключения автоплатежа по СБП" />
            <div className={styles.body}>
              <p className={styles.small}>
                Наведите камеру телефона и подтвердите подключение в приложении банка. Сейчас ничего не&nbsp;спишем.
              </p>
              <a href={connect.payload} target="_blank" rel="noreferrer">
                Подключить с этого устройства
              </a>
            </div>
          </div>
          <div className={styles.onlyPhone}>
            <LinkButton external wide look="soft" icon="smartphone" to={connect.payload}>
              Подтвердить в банке
            </LinkButton>
          </div>
          <Countdown createdAt={connect.created_at} expiresAt={connect.expires_at} />
        </>
      )}
      <ButtonRow>
        <Button look="plain" size="sm" busy={isBusy} onClick={onCancel}>
          Не подключать
        </Button>
      </ButtonRow>
    </>
  );
}
