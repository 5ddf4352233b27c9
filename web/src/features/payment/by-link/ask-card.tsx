import { useState } from 'react';
import { contract, type Wire } from '#web/api/contract.ts';
import { useAction, useCall } from '#web/api/use-call.ts';
import { now } from '#web/lib/clock/clock.ts';
import { dayOf, dayText, momentText, rubles } from '#web/lib/text/format.ts';
import { useRole } from '#web/shared/data/role.ts';
import { Loaded } from '#web/shared/page/loaded.tsx';
import { Button, ButtonRow, TextButton } from '#web/ui/button/button.tsx';
import { Card } from '#web/ui/card/card.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { State, type Tone } from '#web/ui/card/state.tsx';
import { CutDialog } from '#web/ui/dialog/cut-dialog.tsx';
import { Rows } from '#web/ui/text/rows.tsx';
import { sayError, saySuccess } from '#web/ui/toast/toast-store.ts';
import type { AccountKind } from '../ways/use-sbp.ts';
import styles from './ask.module.css';
import { AskDialog } from './ask-dialog.tsx';

type PaymentLink = Wire<typeof contract.paymentLink.list>[number];

const MOST_OPEN = 5;

/** Lets somebody else pay: a link for a relative, what has become of earlier ones, and thanks for what was paid. */
export function AskCard({ p }: { p: AccountKind }) {
  const isOwn = useRole() === undefined;
  const answer = useCall(contract.paymentLink.list, {}, { enabled: isOwn });
  if (!isOwn) return null;
  return (
    <Card title="Попросить оплатить">
      <Loaded
        answer={answer}
        failed="Не удалось загрузить ссылки для оплаты."
        skeleton={<SkeletonRows label="Загружаем ссылки для оплаты" count={1} tile={false} />}
      >
        {(links) => <Links p={p} links={links.filter((link) => link.p === p)} />}
      </Loaded>
    </Card>
  );
}

function Links({ p, links }: { p: AccountKind; links: readonly PaymentLink[] }) {
  const [isAsking, setAsking] = useState(false);
  const [ending, setEnding] = useState<PaymentLink>();
  const isFull = links.filter(({ state }) => state === 'open').length >= MOST_OPEN;
  return (
    <div className={styles.ask}>
      {links.length === 0 ? (
        <p className={styles.lead}>
          Отправьте ссылку близкому: он&nbsp;заплатит без входа в&nbsp;кабинет. Увидит только сумму и&nbsp;ваши слова,
          без номера договора и&nbsp;адреса.
        </p>
      ) : (
        <Rows>
          {links.map((link) => (
            <OneLink key={link.payment_link_id} link={link} onEnd={() => setEnding(link)} />
          ))}
        </Rows>
      )}
      {isFull ? (
        <p className={styles.lead}>Пять ссылок уже ждут оплаты. Чтобы сделать ещё, закройте ненужную.</p>
      ) : (
        <ButtonRow>
          <Button look="line" icon="send" onClick={() => setAsking(true)}>
            Сделать ссылку
          </Button>
        </ButtonRow>
      )}
      {isAsking && <AskDialog p={p} onClose={() => setAsking(false)} />}
      <EndDialog link={ending} onClose={() => setEnding(undefined)} />
    </div>
  );
}

const STATES: Record<PaymentLink['state'], readonly [tone: Tone, word: string]> = {
  open: ['wait', 'Ждёт оплаты'],
  paid: ['ok', 'Оплачено, спасибо'],
  ended: ['off', 'Закрыта'],
  expired: ['off', 'Срок вышел'],
};

function whenText({ state, expires_at, paid_at, made_at }: PaymentLink): string {
  const today = dayOf(now());
  if (paid_at !== null) return momentText(paid_at, today);
  if (state === 'open') return `действует до\u00a0${momentText(expires_at, today)}`;
  return `от\u00a0${dayText(dayOf(made_at), today)}`;
}

function OneLink({ link, onEnd }: { link: PaymentLink; onEnd: () => void }) {
  const { words, amount, state, note } = link;
  const [tone, word] = STATES[state];
  return (
    <div className={styles.link}>
      <span>
        <b>{words}</b>
        <small>
          {rubles(amount)}, {whenText(link)}
        </small>
        {note !== null && <small>Написали вам: «{note}»</small>}
        <State tone={tone} icon={state === 'open' ? 'clock' : undefined}>
          {word}
        </State>
      </span>
      {state === 'open' && (
        <TextButton aria-label={`Закрыть: ${words}`} onClick={onEnd}>
          Закрыть
        </TextButton>
      )}
    </div>
  );
}

function EndDialog({ link, onClose }: { link: PaymentLink | undefined; onClose: () => void }) {
  const { mutate, isPending } = useAction(contract.paymentLink.end);
  const end = (): void => {
    if (!link) return;
    mutate(
      { body: { payment_link_id: link.payment_link_id } },
      {
        onSuccess: () => {
          onClose();
          saySuccess('Ссылка закрыта', 'По ней больше нельзя заплатить');
        },
        onError: (failure) => sayError(failure, 'Ссылку не закрыли. Повторите через минуту'),
      },
    );
  };
  return (
    <CutDialog
      open={link !== undefined}
      title="Закрыть ссылку?"
      cut="Закрыть ссылку"
      busy={isPending}
      onCut={end}
      onClose={onClose}
    >
      <p>
        По&nbsp;ссылке «{link?.words}» больше нельзя будет заплатить. Если кто-то платит прямо сейчас, деньги всё равно
        придут на&nbsp;счёт.
      </p>
    </CutDialog>
  );
}
