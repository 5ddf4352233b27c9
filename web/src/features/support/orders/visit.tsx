import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '#web/api/api-error.ts';
import { contract } from '#web/api/contract.ts';
import { outdate, useAction } from '#web/api/use-call.ts';
import { now } from '#web/lib/clock/clock.ts';
import { capital, dayOf, dayText, momentText, timeText } from '#web/lib/text/format.ts';
import { visitWindowText } from '#web/shared/service/text/order.texts.ts';
import { Button } from '#web/ui/button/button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { Icon } from '#web/ui/icon/icon.tsx';
import { sayError, saySuccess } from '#web/ui/toast/toast-store.ts';
import type { OrderInFull } from '../order-in-full.ts';
import { Slots, windowText, type Slot } from '../calls/slots.tsx';
import styles from './orders.module.css';
import common from '../support.module.css';

/** When the master comes, and until when it can be moved. */
export function Visit({ order }: { order: OrderInFull }) {
  const { visit, move } = order;
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={styles.visit}>
      <Icon name="calendar-clock" />
      <div>
        <p>
          <b>{visit ? capital(spanText(visit)) : 'Если нужен мастер'}</b>
        </p>
        <p>{visit ? termsOf(order) : 'Выберите, когда ему прийти.'}</p>
      </div>
      {move.possible && (
        <Button look="line" size="sm" onClick={() => setOpen(true)}>
          {visit ? 'Перенести' : 'Выбрать время'}
        </Button>
      )}
      {isOpen && <MoveDialog order={order} onClose={() => setOpen(false)} />}
    </div>
  );
}

/** «25 ноября, с 14:00 до 16:00». */
const spanText = ({ from, to }: NonNullable<OrderInFull['visit']>): string =>
  `${dayText(dayOf(from), dayOf(now()))}, с\u00a0${timeText(from)} до\u00a0${timeText(to)}`;

/** Who comes, and until when the visit can be moved, or why not. */
function termsOf({ master, move: { possible, reason, until } }: OrderInFull): string {
  const who = master === null ? '' : `Мастер ${master}. `;
  if (!possible) return `${who}${reason ?? ''}.`;
  return until === null ? who : `${who}Перенести можно до ${momentText(until, dayOf(now()))}.`;
}

function MoveDialog({ order: { order_id, visit }, onClose }: { order: OrderInFull; onClose: () => void }) {
  const cache = useQueryClient();
  const { mutate, isPending } = useAction(contract.support.moveVisit);
  const [slot, setSlot] = useState<Slot>();
  const today = dayOf(now());
  const move = (): void => {
    if (!slot) return;
    mutate(
      { body: { order_id, slot_id: slot.slot_id } },
      {
        onSuccess: ({ visit: set }) => {
          saySuccess('Время визита изменено', visitWindowText(set, today));
          onClose();
        },
        onError: (failure) => {
          sayError(failure, 'Не получилось перенести. Повторите', 'Визит не перенесён');
          if (!(failure instanceof ApiError)) return;
          if (failure.code === 'slot_taken') setSlot(undefined);
          // The free windows, or the order itself, have changed meanwhile.
          void outdate(cache, ['support']);
        },
      },
    );
  };
  const when = slot && `${dayText(dayOf(slot.from), today)}, ${windowText(slot)}`;
  return (
    <Dialog
      open
      onClose={onClose}
      title={visit ? 'На когда перенести?' : 'Когда прийти мастеру?'}
      actions={
        <>
          <Button busy={isPending} aria-disabled={!slot || undefined} onClick={move}>
            {when === undefined ? 'Выберите время' : `${visit ? 'Перенести на' : 'Прийти'} ${when}`}
          </Button>
          <Button look="line" onClick={onClose}>
            {visit ? 'Не переносить' : 'Не сейчас'}
          </Button>
        </>
      }
    >
      {visit && <p className={common.note}>Сейчас: {spanText(visit)}.</p>}
      <Slots value={slot} onChange={setSlot} />
    </Dialog>
  );
}
