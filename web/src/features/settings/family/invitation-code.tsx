import { ROLE_OF } from '@kabinet/contract/kernel/sharing';
import type { contract, Wire } from '#web/api/contract.ts';
import { now } from '#web/lib/clock/clock.ts';
import { dayOf, momentText } from '#web/lib/text/format.ts';
import { QrCode } from '#web/shared/page/qr-code.tsx';
import { Button, ButtonRow } from '#web/ui/button/button.tsx';
import { copyText } from '#web/ui/toast/copy.ts';
import styles from '../settings.module.css';

export type Made = Wire<typeof contract.family.invite>;

/** The code of an invitation: shown once. */
export function InvitationCode({
  made: { code, url, role, expires_at },
  onClose,
}: {
  made: Made;
  onClose: () => void;
}) {
  const copy = (text: string, what: string): void => void copyText(text, 'Скопировали', what);
  return (
    <div className={styles.form}>
      <p>
        Передайте код тому, кого приглашаете: {ROLE_OF[role]} откроется одному, первому. Больше мы&nbsp;код
        не&nbsp;покажем. Действует до&nbsp;{momentText(expires_at, dayOf(now()))}.
      </p>
      <p>
        <code className={styles.invitation}>{code}</code>
      </p>
      <div className={styles.key}>
        <QrCode payload={url} label="QR-код приглашения" />
      </div>
      <ButtonRow stacked>
        <Button icon="copy" onClick={() => copy(url, 'Отправьте ссылку тому, кого приглашаете')}>
          Скопировать ссылку
        </Button>
        <Button look="line" icon="copy" onClick={() => copy(code, 'Его вводят в «Настройки», «Семья и доступ»')}>
          Скопировать код
        </Button>
        <Button look="plain" onClick={onClose}>
          Готово
        </Button>
      </ButtonRow>
    </div>
  );
}
