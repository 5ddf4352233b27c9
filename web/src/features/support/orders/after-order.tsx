import { useState } from 'react';
import { contract } from '#web/api/contract.ts';
import { useAction } from '#web/api/use-call.ts';
import { keepTogether } from '#web/lib/text/format.ts';
import { Button, ButtonRow, LinkButton } from '#web/ui/button/button.tsx';
import { Card } from '#web/ui/card/card.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { TextArea } from '#web/ui/field/field.tsx';
import { sayError, saySuccess } from '#web/ui/toast/toast-store.ts';
import type { OrderInFull } from '../order-in-full.ts';
import slotStyles from '../calls/slots.module.css';
import styles from './orders.module.css';
import common from '../support.module.css';
import { isBeyond, within } from '#web/ui/dialog/within.ts';

/** Of the word beside the mark, and of the reason to open the order again. */
const [LONGEST_WORD, LONGEST_REASON] = [1000, 2000];

const MARKS = ['1', '2', '3', '4', '5'] as const;

/** After the work: the rating, and a button to reopen the order if the problem returns. */
export function AfterOrder({ order }: { order: OrderInFull }) {
  if (!order.rate.possible) {
    return order.state === 'cancelled' ? (
      <Card title="Заявка отменена">
        <p>Если помощь всё же нужна, создайте новую.</p>
        <ButtonRow>
          <LinkButton to="/support/new" look="soft">
            Новая заявка
          </LinkButton>
        </ButtonRow>
      </Card>
    ) : null;
  }
  return (
    <Card title={order.rating === null ? 'Как мы справились?' : `Ваша оценка: ${order.rating} из 5`}>
      <Rating order={order} />
    </Card>
  );
}

function Rating({ order }: { order: OrderInFull }) {
  const { order_id, reopen } = order;
  const { mutate, isPending } = useAction(contract.support.rate);
  const before = order.rating_text ?? '';
  const [mark, setMark] = useState(markOf(order.rating));
  const [text, setText] = useState(before);
  const isSame = Number(mark) === order.rating && text === before;
  const rate = (): void =>
    mutate(
      { body: { order_id, rating: Number(mark), text } },
      {
        onSuccess: () => saySuccess('Спасибо за оценку'),
        onError: (failure) => sayError(failure, 'Оценка не отправилась. Повторите'),
      },
    );
  return (
    <div className={common.stack}>
      <div>
        <div className={styles.marks} role="group" aria-label="Оценка от 1, плохо, до 5, отлично">
          {MARKS.map((value) => (
            <button
              key={value}
              type="button"
              className={slotStyles.slot}
              aria-pressed={value === mark}
              onClick={() => setMark(value)}
            >
              {value}
            </button>
          ))}
        </div>
        <p className={styles.ends} aria-hidden="true">
          <span>плохо</span>
          <span>отлично</span>
        </p>
      </div>
      <TextArea
        label="Что улучшить, если хотите"
        rows={2}
        {...within(LONGEST_WORD, { value: text })}
        onChange={({ target }) => setText(target.value)}
      />
      <ButtonRow stacked>
        <Button
          busy={isPending}
          aria-disabled={mark === undefined || isSame || isBeyond(LONGEST_WORD, text)}
          onClick={rate}
        >
          {mark === undefined ? 'Поставьте оценку' : `Поставить ${mark}`}
        </Button>
        {reopen.possible ? (
          <Reopen orderId={order_id} />
        ) : (
          <LinkButton to="/support/new" look="line">
            Новая заявка
          </LinkButton>
        )}
      </ButtonRow>
      {!reopen.possible && <p className={common.note}>{keepTogether(`Проблема вернулась? ${reopen.reason}.`)}</p>}
    </div>
  );
}

const markOf = (rating: number | null): (typeof MARKS)[number] | undefined =>
  MARKS.find((mark) => Number(mark) === rating);

function Reopen({ orderId }: { orderId: number }) {
  const { mutate, isPending } = useAction(contract.support.reopen);
  const [isAsked, setAsked] = useState(false);
  const [text, setText] = useState('');
  const reopen = (): void =>
    mutate(
      { body: { order_id: orderId, text } },
      {
        onSuccess: () => {
          setAsked(false);
          saySuccess('Заявка снова в работе');
        },
        onError: (failure) => sayError(failure, 'Не получилось. Повторите'),
      },
    );
  return (
    <>
      <Button look="line" onClick={() => setAsked(true)}>
        Проблема вернулась
      </Button>
      <Dialog
        open={isAsked}
        onClose={() => setAsked(false)}
        title="Что снова не так?"
        actions={
          <Button
            busy={isPending}
            aria-disabled={text.trim() === '' || isBeyond(LONGEST_REASON, text) || undefined}
            onClick={reopen}
          >
            Открыть заявку снова
          </Button>
        }
      >
        <TextArea
          label="Опишите коротко"
          rows={3}
          {...within(LONGEST_REASON, { value: text })}
          onChange={({ target }) => setText(target.value)}
        />
      </Dialog>
    </>
  );
}
