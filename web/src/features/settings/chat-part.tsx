import { useEffect, useState } from 'react';
import { contract, type Wire } from '#api/contract.ts';
import { useAction, useCall } from '#api/use-call.ts';
import { now } from '#lib/clock.ts';
import { dayOf, momentText, timeText } from '#lib/format.ts';
import { Loaded } from '#shared/page/loaded.tsx';
import { QrCode } from '#shared/page/qr-code.tsx';
import { Button, ButtonRow, LinkButton } from '#ui/button.tsx';
import { Empty } from '#ui/callout.tsx';
import { Card } from '#ui/card.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { KeyValues } from '#ui/rows.tsx';
import { State } from '#ui/state.tsx';
import { sayError, saySuccess } from '#ui/toast-store.ts';
import { PartSkeleton } from './part-skeleton.tsx';
import styles from './notices.module.css';

type Chat = Wire<typeof contract.notice.getTelegram>;

/** How often the page asks whether the bot has been started. */
const ASK_MS = 4_000;

const failed = (failure: Error) => sayError(failure, 'Не получилось. Повторите через минуту');

/** Telegram: code and QR, then the question whose chat it is, then the linked chat. */
export function TelegramPart() {
  const answer = useCall(contract.notice.getTelegram, {});
  const isWaiting = answer.data?.state === 'code_sent';
  const { refetch } = answer;
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setInterval(() => void refetch(), ASK_MS);
    return () => clearInterval(timer);
  }, [isWaiting, refetch]);
  return (
    <Loaded answer={answer} failed="Не удалось загрузить Telegram." skeleton={<PartSkeleton title="Чат в Telegram" />}>
      {(chat) => (chat.is_available ? <ChatCard chat={chat} /> : <Absent />)}
    </Loaded>
  );
}

const Absent = () => (
  <Card>
    <Empty icon="send" title="Telegram пока недоступен">
      Провайдер не подключил бота. Уведомления приходят в кабинет, по СМС и на почту.
    </Empty>
  </Card>
);

function ChatCard({ chat }: { chat: Chat }) {
  const set = useAction(contract.notice.setTelegram);
  const begin = () => set.mutate({ body: {} }, { onError: failed });
  if (chat.state === 'started') return <Confirm chat={chat} onOther={begin} isBusy={set.isPending} />;
  if (chat.state === 'code_sent') return <Waiting chat={chat} onAgain={begin} isBusy={set.isPending} />;
  if (chat.state === 'active') return <Linked chat={chat} />;
  return (
    <Card title="Telegram не привязан">
      <div className={styles.form}>
        <p>Уведомления придут в чат с ботом сразу и бесплатно.</p>
        <ButtonRow>
          <Button busy={set.isPending} onClick={begin}>
            {'Привязать Telegram'}
          </Button>
        </ButtonRow>
      </div>
    </Card>
  );
}

interface StepProps {
  chat: Chat;
  isBusy: boolean;
}

function Waiting({ chat, onAgain, isBusy }: StepProps & { onAgain: () => void }) {
  const { link, expires_at: expiresAt } = chat;
  return (
    <Card title="Откройте бота" aside={expiresAt && `до ${timeText(expiresAt)}`}>
      <div className={styles.link}>
        {link && <QrCode payload={link} label="QR-код: открывает чат с ботом в Telegram" />}
        <div className={styles.form}>
          <ol className={styles.steps}>
            <li>Наведите камеру телефона на код или откройте бота кнопкой.</li>
            <li>Нажмите «Старт» в чате.</li>
            <li>Проверьте здесь имя чата и подтвердите его.</li>
          </ol>
          <ButtonRow>
            {link && (
              <LinkButton to={link} external>
                {'Открыть Telegram'}
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

function Confirm({ chat, onOther, isBusy }: StepProps & { onOther: () => void }) {
  const { mutate, isPending } = useAction(contract.notice.setTelegram);
  const confirm = () =>
    mutate(
      { body: { confirm: true } },
      { onSuccess: () => saySuccess('Telegram привязан', chat.chat_name ?? ''), onError: failed },
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

function Linked({ chat }: { chat: Chat }) {
  const { mutate, isPending } = useAction(contract.notice.removeTelegram);
  const [isAsking, setAsking] = useState(false);
  const unlink = () =>
    mutate(
      {},
      {
        onSuccess: () => {
          setAsking(false);
          saySuccess('Telegram отвязан', 'Уведомления туда больше не придут');
        },
        onError: failed,
      },
    );
  const since = chat.confirmed_at ? momentText(chat.confirmed_at, dayOf(now())) : undefined;
  return (
    <Card
      title="Чат в Telegram"
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
          {'Отвязать Telegram'}
        </Button>
        <p className={styles.small}>{'Отвязать можно и в чате: команда /stop.'}</p>
      </div>
      <Dialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title="Отвязать Telegram?"
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
