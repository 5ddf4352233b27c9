import { Suspense, useState } from 'react';
import { contract } from '#web/api/contract.ts';
import { useAction } from '#web/api/use-call.ts';
import { now } from '#web/lib/clock/clock.ts';
import { dayOf, dayText } from '#web/lib/text/format.ts';
import { Address } from '#web/ui/text/address.tsx';
import { TextButton } from '#web/ui/button/button.tsx';
import { canSendCode, NO_CODES } from '#web/shared/contact/code-ways.ts';
import { useRole } from '#web/shared/data/role.ts';
import { lazyPart } from '#web/shared/page/lazy-part.tsx';
import { Card } from '#web/ui/card/card.tsx';
import { Switch } from '#web/ui/field/choice.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { State } from '#web/ui/card/state.tsx';
import { sayError, saySuccess } from '#web/ui/toast/toast-store.ts';
import { ForwardDialog } from './forward-dialog.tsx';
import type { Mailbox } from './mail-data.ts';
import styles from './mail.module.css';

// The form and its calendar are loaded on a press: the page is nearly as large as it may be.
const ReplyForm = lazyPart(async () => (await import('./reply-form.tsx')).ReplyForm);

const AGAIN = 'Повторите через минуту';

/** Copies for another address and the reply in absence. */
export function LettersCard({ box }: { box: Mailbox }) {
  return (
    <Card title="Пересылка и автоответ">
      {!canChange(box) && (
        <p className={styles.asleep}>
          Пока ящик не&nbsp;работает, копии и&nbsp;ответы не&nbsp;уходят. Настройки сохраним.
        </p>
      )}
      <ul className={styles.rows}>
        <Forward box={box} />
        <Reply box={box} />
      </ul>
    </Card>
  );
}

const canChange = ({ state }: Mailbox): boolean => state === 'active';

/** A first address is proved by a code, which only the owner gets. */
const canForward = (box: Mailbox, isOwn: boolean): boolean =>
  canChange(box) && (box.forward !== null || (isOwn && canSendCode('email')));

function Forward({ box }: { box: Mailbox }) {
  const [isOpen, setOpen] = useState(false);
  const { turn, isPending } = useForward(box);
  const isOwn = useRole() === undefined;
  const { forward } = box;
  const open = (): void => setOpen(true);
  return (
    <li>
      <div>
        <h3>Пересылка</h3>
        <p className={styles.small}>
          <ForwardWords forward={forward} isOwn={isOwn} />
        </p>
        {isOwn && <Asked box={box} onOpen={open} />}
      </div>
      <Switch
        label="Пересылка"
        on={forward?.is_on === true}
        locked={isPending || !canForward(box, isOwn)}
        onChange={forward ? (isOn) => turn(isOn, forward.target) : open}
      />
      {isOpen && <ForwardDialog box={box} onClose={() => setOpen(false)} />}
    </li>
  );
}

function useForward({ user_id }: Mailbox) {
  const { mutate, isPending } = useAction(contract.emailUser.switchForward);
  const turn = (is_on: boolean, target: string): void =>
    mutate(
      { body: { user_id, is_on } },
      {
        onSuccess: () => saySuccess(is_on ? 'Пересылка включена' : 'Пересылка выключена', target),
        onError: (failure) => sayError(failure, AGAIN, 'Пересылку не\u00a0переключили'),
      },
    );
  return { turn, isPending };
}

function ForwardWords({ forward, isOwn }: Pick<Mailbox, 'forward'> & { isOwn: boolean }) {
  if (!forward && !isOwn) return 'Включить её может только владелец договора: он выбирает адрес для копий.';
  if (!forward)
    return canSendCode('email')
      ? 'Копии писем на\u00a0другой ваш адрес. Оригиналы останутся здесь.'
      : `Включить сейчас нельзя: адрес для копий подтверждают кодом. ${NO_CODES.email}.`;
  const target = (
    <b>
      <Address>{forward.target}</Address>
    </b>
  );
  return forward.is_on ? (
    <>Копии уходят на&nbsp;{target}, оригиналы остаются здесь.</>
  ) : (
    <>Выключена. Адрес для копий: {target}.</>
  );
}

/** An address that waits for its code, and the way to another one. */
function Asked({ box, onOpen }: { box: Mailbox; onOpen: () => void }) {
  const { forward, forward_asked: asked } = box;
  if (!canChange(box) || (!forward && !asked)) return null;
  if (!asked && !canSendCode('email')) return null;
  return (
    <>
      {asked && <State tone="wait">{`Ждём код с\u00a0${asked.target}`}</State>}
      <p className={styles.small}>
        <TextButton onClick={onOpen}>{asked ? 'Ввести код' : 'Изменить адрес'}</TextButton>
      </p>
    </>
  );
}

type Text = NonNullable<Mailbox['reply']>;

function Reply({ box }: { box: Mailbox }) {
  const [isOpen, setOpen] = useState(false);
  const { turn, isPending } = useReply(box);
  const today = dayOf(now());
  const lasting = lastingReply(box, today);
  const current = lasting?.is_on === true ? lasting : null;
  const open = (): void => setOpen(true);
  const close = (): void => setOpen(false);
  return (
    <li>
      <div>
        <h3>Автоответ</h3>
        <When reply={current} today={today} />
      </div>
      <Switch
        label="Автоответ"
        on={current !== null}
        locked={!canChange(box) || isPending}
        onChange={lasting ? (isOn) => turn(lasting, isOn) : open}
      />
      {current && <Quote reply={current} onChange={canChange(box) ? open : undefined} />}
      <Dialog open={isOpen} onClose={close} title="Что ответить и когда">
        <Suspense fallback={<SkeletonRows label="Загружаем автоответ" count={3} tile={false} />}>
          <ReplyForm box={box} onClose={close} />
        </Suspense>
      </Dialog>
    </li>
  );
}

/** The reply whose days are not over. */
const lastingReply = ({ reply }: Mailbox, today: string): Text | null =>
  reply !== null && reply.until >= today ? reply : null;

const When = ({ reply, today }: { reply: Text | null; today: string }) =>
  reply ? (
    <State tone="info" icon="clock">
      {`С\u00a0${dayText(reply.from, today)} по\u00a0${dayText(reply.until, today)}`}
    </State>
  ) : (
    <p className={styles.small}>Ответит за&nbsp;вас, пока вы&nbsp;не&nbsp;читаете почту.</p>
  );

function useReply({ user_id }: Mailbox) {
  const { mutate, isPending } = useAction(contract.emailUser.reply);
  const turn = (reply: Text, is_on: boolean): void =>
    mutate(
      { body: { ...reply, user_id, is_on } },
      {
        onSuccess: () => void saySuccess(is_on ? 'Автоответ включён' : 'Автоответ выключен'),
        onError: (failure) => sayError(failure, AGAIN, 'Автоответ не\u00a0переключили'),
      },
    );
  return { turn, isPending };
}

/** The very text that is sent. */
const Quote = ({ reply, onChange }: { reply: Text; onChange: (() => void) | undefined }) => (
  <div className={styles.quote}>
    <b>{reply.subject}</b>
    <p className={styles.small}>{reply.text}</p>
    <p className={styles.small}>
      Одному адресу отвечаем не&nbsp;чаще раза в&nbsp;7&nbsp;дней.{' '}
      {onChange && <TextButton onClick={onChange}>Изменить текст и&nbsp;даты</TextButton>}
    </p>
  </div>
);
