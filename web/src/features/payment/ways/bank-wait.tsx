import { useState } from 'react';
import { keepTogether, rubles, timeText } from '#web/lib/text/format.ts';
import { QrCode } from '#web/shared/page/qr-code.tsx';
import { Button, LinkButton } from '#web/ui/button/button.tsx';
import { Callout } from '#web/ui/card/callout.tsx';
import { Card } from '#web/ui/card/card.tsx';
import { Icon } from '#web/ui/icon/icon.tsx';
import { Money } from '#web/ui/text/money.tsx';
import styles from './bank-wait.module.css';
import { CopyLink } from './copy-link.tsx';
import { Countdown } from './countdown.tsx';
import type { BankVisit } from './bank-visit.ts';
import type { Sbp } from './use-sbp.ts';

interface BankWaitProps {
  sbp: Extract<Sbp, { kind: 'waiting' }>;
  visit: BankVisit;
  amount: string;
  /** Of which account, or of both. */
  account: string;
}

/** On a phone, after the tap that has opened the bank: what is waited for, the bank again, and other ways to the same code. */
export function BankWait({ sbp: { payload, createdAt, expiresAt, isBlind }, visit, amount, account }: BankWaitProps) {
  const [isShown, setShown] = useState(false);
  return (
    <div className={styles.wait}>
      <section className={styles.panel} aria-label="Ждём оплату">
        <p className={styles.account}>{account}</p>
        <p>
          <Money value={amount} size="xl" />
        </p>
        <Countdown createdAt={createdAt} expiresAt={expiresAt} on="panel" />
        <LinkButton external wide to={payload} onClick={visit.leave}>
          Открыть банк ещё раз
        </LinkButton>
      </section>
      {isBlind && (
        <Callout tone="wait" icon="wifi-off" role="status" title="Нет связи.">
          Узнаем об оплате, как только она вернётся. Ссылка действует.
        </Callout>
      )}
      <Button look="line" wide icon="qr-code" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
        {isShown ? 'Скрыть QR-код' : 'Показать QR-код'}
      </Button>
      {isShown && (
        <Card>
          <div className={styles.code}>
            <QrCode payload={payload} label={`QR-код для оплаты ${rubles(amount)} по СБП`} />
            <p>Наведите на&nbsp;код камеру другого телефона: так заплатит и&nbsp;кто-то из&nbsp;близких.</p>
          </div>
        </Card>
      )}
      <div className={styles.pair}>
        <Button look="plain" onClick={visit.comeBack}>
          Изменить сумму
        </Button>
        <CopyLink payload={payload} amount={amount} />
      </div>
      <Card title="Что дальше">
        <Next leftAt={visit.leftAt} amount={amount} />
      </Card>
    </div>
  );
}

function Next({ leftAt, amount }: { leftAt: string | undefined; amount: string }) {
  const steps = [
    {
      icon: 'circle-check',
      title: leftAt === undefined ? 'Открыли банк' : `Открыли банк в\u00a0${timeText(leftAt)}`,
      note: 'Не открылся? Нажмите «Открыть банк ещё раз»',
    },
    { icon: 'clock', title: `Подтвердите ${rubles(amount)}`, note: 'В\u00a0приложении банка, комиссии нет' },
    { icon: 'wallet', title: 'Деньги придут за\u00a0минуту', note: 'Увидим сами и\u00a0покажем здесь' },
  ] as const;
  return (
    <>
      <ol className={styles.steps}>
        {steps.map(({ icon, title, note }) => (
          <li key={icon}>
            <Icon name={icon} />
            <span>
              <b>{keepTogether(title)}</b>
              <small>{note}</small>
            </span>
          </li>
        ))}
      </ol>
      <p className={styles.foot}>Страницу можно закрыть: деньги придут и&nbsp;без неё.</p>
    </>
  );
}
