import { useEffect, useState } from 'react';
import type { contract, Wire } from '#web/api/contract.ts';
import { useAction, useCall } from '#web/api/use-call.ts';
import { now } from '#web/lib/clock/clock.ts';
import { dayOf, momentText, timeText } from '#web/lib/text/format.ts';
import { Loaded } from '#web/shared/page/loaded.tsx';
import { QrCode } from '#web/shared/page/qr-code.tsx';
import { Button, ButtonRow, LinkButton } from '#web/ui/button/button.tsx';
import { Empty } from '#web/ui/card/callout.tsx';
import { Card } from '#web/ui/card/card.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { KeyValues } from '#web/ui/text/rows.tsx';
import { State } from '#web/ui/card/state.tsx';
import { sayError, saySuccess } from '#web/ui/toast/toast-store.ts';
import { MESSENGERS, type Name } from './messengers.ts';
import { PartSkeleton } from '../part-skeleton.tsx';
import styles from '../notices/notices.module.css';

type Chat = Wire<typeof contract.notice.getTelegram>;

/** Polling interval: whether the client has started the bot. */
const ASK_MS = 4_000;

const failed = (failure: Error) => sayError(failure, 'Не получилось. Повторите через минуту');

interface PartProps {
  messenger: Name;
  /** A card among others: it is not shown if the provider has no such bot. */
  isOneOfMany?: boolean;
}

/** Code and QR, then the question whose chat it is, then the linked chat. */
function ChatPart({ messenger, isOneOfMany = false }: PartProps) {
  const { name, get } = MESSENGERS[messenger];
  const answer = useCall(get, {});
  const isWaiting = answer.data?.state === 'code_sent';
  const { refetch } = answer;
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setInterval(() => void refetch(), ASK_MS);
    return () => clearInterval(timer);
  }, [isWaiting, refetch]);
  return (
    <Loaded
      answer={answer}
      title={`Чат в ${name}`}
      failed={`Не удалось загрузить ${name}.`}
      skeleton={<PartSkeleton title={`Чат в ${name}`} />}
    >
      {(chat) => {
        if (chat.is_available) return <ChatCard chat={chat} messenger={messenger} isOneOfMany={isOneOfMany} />;
        return isOneOfMany ? null : <Absent messenger={messenger} />;
      }}
    </Loaded>
  );
}

export const TelegramPart = () => <ChatPart messenger="telegram" />;
export const MaxPart = () => <ChatPart messenger="max" />;
/** Each bot that the provider has. */
export const ChatCards = () => (
  <>
    <ChatPart messenger="max" isOneOfMany />
    <ChatPart messenger="telegram" isOneOfMany />
  </>
);

const Absent = ({ messenger }: { messenger: Name }) => (
  <Card>
    <Empty icon="send" title={`${MESSENGERS[messenger].name} не подключён`}>
      {MESSENGERS[messenger].absent}
    </Empty>
  </Card>
);

interface OfChat {
  chat: Chat;
  messenger: Name;
}

function ChatCard({ chat, messenger, isOneOfMany }: OfChat & { isOneOfMany: boolean }) {
  const { name, note, set: setChat } = MESSENGERS[messenger];
  const set = useAction(setChat);
  const begin = () => set.mutate({ body: {} }, { onError: failed });
  const step = { chat, messenger, isBusy: set.isPending };
  if (chat.state === 'started') return <Confirm {...step} onOther={begin} />;
  if (chat.state === 'code_sent') return <Waiting {...step} onAgain={begin} />;
  if (chat.state === 'active') return <Linked chat={chat} messenger={messenger} />;
  return (
    <Card title={`${name} не привязан`}>
      <div className={styles.form}>
        <p>Уведомления придут в чат с&nbsp;ботом сразу и&nbsp;бесплатно.</p>
        {note !== undefined && <p className={styles.small}>{note}</p>}
        <ButtonRow>
          <Button look={isOneOfMany ? 'soft' : 'solid'} busy={set.isPending} onClick={begin}>
            {`Привязать ${name}`}
          </Button>
        </ButtonRow>
      </div>
    </Card>
  );
}

interface StepProps extends OfChat {
  isBusy: boolean;
}

function Waiting({ chat, messenger, onAgain, isBusy }: StepProps & { onAgain: () => void }) {
  const { name } = MESSENGERS[messenger];
  const { link, expires_at: expiresAt } = chat;
  return (
    <Card title="Откройте бота" aside={expiresAt && `до ${timeText(expiresAt)}`}>
      <div className={styles.link}>
        {link && <QrCode payload={link} label={`QR-код: открывает чат с ботом в ${name}`} />}
        <div className={styles.form}>
          <ol className={styles.steps}>
            <li>Наведите камеру телефона на код или откройте бота кнопкой.</li>
            <li>Нажмите «Старт» в чате.</li>
            <li>Проверьте здесь имя чата и подтвердите его.</li>
          </ol>
          <ButtonRow>
            {link && (
              <LinkButton to={link} external>
                {`Открыть ${name}`}
              </LinkButton>
            )}
            <Button look="plain" busy={isBusy} onClick={onAgain}>
              Новый код
            </Button>
          </ButtonRow>
          <p className={styles.small} role="status">
            Ждём «Старт» в чате.
          </p>
        </div>
      </div>
    </Card>
  );
}

function Confirm({ chat, messenger, onOther, isBusy }: StepProps & { onOther: () => void }) {
  const { name, set } = MESSENGERS[messenger];
  const { mutate, isPending } = useAction(set);
  const confirm = () =>
    mutate(
      { body: { confirm: true } },
      { onSuccess: () => saySuccess(`${name} привязан`, chat.chat_name ?? ''), onError: failed },
    );
  return (
    <Card title="Это ваш чат?">
      <div className={styles.form} role="status">
        <p>
          Бота запустили в чате <b>{chat.chat_name}</b>. Если это не вы, не подтверждайте.
        </p>
        <ButtonRow>
          <Button busy={isPending} onClick={confirm}>
            Да, чат мой
          </Button>
          <Button look="plain" busy={isBusy} onClick={onOther}>
            Нет, получить новый код
          </Button>
        </ButtonRow>
      </div>
    </Card>
  );
}

function Linked({ chat, messenger }: OfChat) {
  const { name, remove } = MESSENGERS[messenger];
  const { mutate, isPending } = useAction(remove);
  const [isAsking, setAsking] = useState(false);
  const unlink = () =>
    mutate(
      {},
      {
        onSuccess: () => {
          setAsking(false);
          saySuccess(`${name} отвязан`, 'Уведомления туда больше не придут');
        },
        onError: failed,
      },
    );
  const since = chat.confirmed_at ? momentText(chat.confirmed_at, dayOf(now())) : undefined;
  return (
    <Card
      title={`Чат в ${name}`}
      aside={
        <State tone="ok" quiet>
          Привязан
        </State>
      }
    >
      <div className={styles.form}>
        <KeyValues
          list={[['Чат', chat.chat_name ?? 'личный чат'], ...(since ? [['Привязан', since] as [string, string]] : [])]}
        />
        <Button look="cut" onClick={() => setAsking(true)}>
          {`Отвязать ${name}`}
        </Button>
        <p className={styles.small}>{'Отвязать можно и в чате: команда /stop.'}</p>
      </div>
      <Dialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={`Отвязать ${name}?`}
        actions={
          <ButtonRow stacked>
            <Button look="cut" busy={isPending} onClick={unlink}>
              Отвязать
            </Button>
            <Button look="plain" onClick={() => setAsking(false)}>
              Не отвязывать
            </Button>
          </ButtonRow>
        }
      >
        <p>Уведомления туда приходить перестанут. В кабинете, по СМС и на почту — останутся.</p>
      </Dialog>
    </Card>
  );
}
