import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { contract, type Wire } from '#web/api/contract.ts';
import { useAction } from '#web/api/use-call.ts';
import { now } from '#web/lib/clock/clock.ts';
import { dayOf, keepTogether, momentText } from '#web/lib/text/format.ts';
import { clockText, useNow } from '#web/lib/clock/use-now.ts';
import { Button, IconButton, ButtonRow, LinkButton, TextButton } from '#web/ui/button/button.tsx';
import { Card } from '#web/ui/card/card.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { Ruler } from '#web/ui/ruler/ruler.tsx';
import { saySuccess } from '#web/ui/toast/toast-store.ts';
import styles from './sip.module.css';
import { copyText } from '#web/ui/toast/copy.ts';
import { sayRefused, TRANSPORTS, type SipLine } from './sip.texts.ts';

const QrCode = lazy(async () => ({ default: (await import('#web/shared/page/qr-code.tsx')).QrCode }));

type SipPassword = Wire<typeof contract.sipUser.newPassword>;

interface SetupProps {
  line: SipLine;
  /** While the line does not work, its main action is to make it work. */
  isWorking: boolean;
}

/** How to set up a telephone: a new password, shown once, the server and the login. */
export function SipSetupCard({ line, isWorking }: SetupProps) {
  const [given, setGiven] = useState<SipPassword>();
  const hide = useCallback(() => setGiven(undefined), []);
  const { changed_at: changedAt } = line.password;
  return (
    <Card
      title="Подключить телефон"
      aside={
        changedAt !== null && (
          <span className={styles.muted}>{`Пароль выдан ${momentText(changedAt, dayOf(now()))}`}</span>
        )
      }
    >
      <div className={styles.box}>
        {given ? (
          <>
            <Once given={given} onHide={hide} />
            <p className={styles.below}>
              {keepTogether('Прежний пароль больше не работает: введите новый в каждом телефоне.')}
            </p>
          </>
        ) : (
          <Ask line={line} isWorking={isWorking} onGiven={setGiven} />
        )}
        <dl className={styles.facts}>
          {line.server && (
            <Fact
              name="Сервер"
              value={line.server.domain}
              note={`порт\u00a0${line.server.port}, ${TRANSPORTS[line.server.transport]}`}
            />
          )}
          <Fact name="Логин" value={line.login} />
        </dl>
      </div>
    </Card>
  );
}

function Fact({ name, value, note }: { name: string; value: string; note?: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <b>{value}</b> {note !== undefined && <span className={styles.muted}>{note}</span>}
      </dd>
      <dd>
        <IconButton
          icon="copy"
          label={`Скопировать: ${name.toLowerCase()}`}
          onClick={() => void copyText(value, `${name} скопирован`)}
        />
      </dd>
    </div>
  );
}

/** Asks before the former password stops working everywhere. */
function Ask({ line, isWorking, onGiven }: SetupProps & { onGiven: (given: SipPassword) => void }) {
  const [isAsking, setAsking] = useState(false);
  const { mutate, isPending } = useAction(contract.sipUser.newPassword);
  const { control, changed_at: changedAt } = line.password;
  const isLocked = control.status === 'locked';
  const renew = (): void =>
    mutate(
      { body: { user_id: line.user_id } },
      {
        onSuccess: (given) => {
          setAsking(false);
          onGiven(given);
        },
        onError: sayRefused,
      },
    );
  return (
    <div className={styles.ask}>
      <p>
        {keepTogether(
          changedAt === null
            ? 'Чтобы подключить телефон или программу, получите пароль. Покажем его один раз, вместе с QR-кодом.'
            : 'Пароль хранить в открытом виде нельзя, поэтому показать прежний не можем. Новый покажем один раз, вместе с QR-кодом.',
        )}
      </p>
      {isLocked ? (
        <p className={styles.muted}>{`${control.text}.`}</p>
      ) : (
        <Button look={isWorking ? 'solid' : 'line'} icon="key" onClick={() => setAsking(true)}>
          Получить новый пароль
        </Button>
      )}
      <Dialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title="Получить новый пароль?"
        actions={
          <>
            <Button look="cut" busy={isPending} onClick={renew}>
              Получить
            </Button>
            <Button look="plain" onClick={() => setAsking(false)}>
              Не менять
            </Button>
          </>
        }
      >
        <p>
          {keepTogether(
            'Прежний пароль сразу перестанет работать, и все телефоны этой линии отключатся. Введите новый в каждом телефоне.',
          )}
        </p>
      </Dialog>
    </div>
  );
}

/** How long the password is shown, the same as `SETUP_FOR_MS` of the server; one tick of the ruler is ten seconds. */
const SHOWN_MS = 300_000;
const TICKS = 30;

/** The password, shown only once: it hides by itself when its link expires. */
function Once({ given, onHide }: { given: SipPassword; onHide: () => void }) {
  const left = Math.max(0, Date.parse(given.setup_until) - useNow(true));
  useEffect(() => {
    if (left > 0) return;
    onHide();
    saySuccess('Пароль скрыт', 'Если не успели ввести, получите новый');
  }, [left, onHide]);
  return (
    <div className={styles.once}>
      <div className={styles.told}>
        <p className={styles.muted} id="sip-password">
          Пароль. Показываем один раз
        </p>
        <output className={styles.secret} aria-labelledby="sip-password">
          {given.password}
        </output>
        <ButtonRow stacked>
          <Button icon="copy" onClick={() => void copyText(given.password, 'Пароль скопирован')}>
            Скопировать пароль
          </Button>
          <span className={styles.app}>
            <LinkButton to={`linphone-config:${given.setup_url}`} external look="line" icon="smartphone" wide>
              Открыть в&nbsp;приложении
            </LinkButton>
          </span>
        </ButtonRow>
        <div>
          <p className={styles.timer}>
            <span role="timer">
              Скроем через <b>{clockText(left / 1000)}</b>
            </span>
            <TextButton onClick={onHide}>Скрыть сейчас</TextButton>
          </p>
          <Ruler ticks={TICKS} paid={Math.ceil((left / SHOWN_MS) * TICKS)} week={6} on="card" low />
        </div>
      </div>
      <div className={styles.qr}>
        <Suspense>
          <QrCode payload={given.setup_url} label="QR-код для настройки Linphone" />
        </Suspense>
        <p className={styles.muted}>{keepTogether('Для Linphone на телефоне: настроит всё сразу, один раз.')}</p>
      </div>
    </div>
  );
}
