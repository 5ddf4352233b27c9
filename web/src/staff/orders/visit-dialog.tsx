import { useState } from 'react';
import { dayOf, dayText, range, timeText } from '#web/lib/text/format.ts';
import { Loaded } from '#web/shared/page/loaded.tsx';
import { Button } from '#web/ui/button/button.tsx';
import { Callout } from '#web/ui/card/callout.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { Ways } from '#web/ui/field/choice.tsx';
import { sayError, saySuccess } from '#web/ui/toast/toast-store.ts';
import { contract, type Wire } from '../api/contract.ts';
import { useAnswer, useChange } from '../api/use-call.ts';
import type { ShownOrder } from './orders-data.ts';

type FreeSlot = Wire<typeof contract.orders.slots>[number];

interface VisitDialogProps {
  order: Pick<ShownOrder, 'order_id' | 'town' | 'visit'>;
  today: string;
  onClose: () => void;
}

const MOST_SHOWN = 12;

const SET = { title: 'Назначить визит', verb: 'Назначить', back: 'Не назначать', done: 'Назначили визит' } as const;
const MOVED = { title: 'Перенести визит', verb: 'Перенести', back: 'Не переносить', done: 'Перенесли визит' } as const;

/** Gives an order a visit: the soonest free windows of its town. */
export function VisitDialog({ order, today, onClose }: VisitDialogProps) {
  const slots = useAnswer(contract.orders.slots, {});
  const free = slots.data?.filter(({ town, order_id: taken }) => town === order.town && taken === null);
  const [chosen, setChosen] = useState<string>();
  const slotId = chosen ?? firstOf(free);
  const visit = useChange(contract.orders.visit);
  const words = order.visit ? MOVED : SET;
  const confirm = (): void => {
    if (slotId === '') return;
    visit.mutate(
      { body: { order_id: order.order_id, slot_id: slotId } },
      {
        onSuccess: () => {
          saySuccess(words.done, 'Абоненту написали');
          onClose();
        },
        onError: (failure) => void sayError(failure, 'Выберите другое время', 'Не назначили'),
      },
    );
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.title}
      actions={
        <>
          <Button busy={visit.isPending} aria-disabled={slotId === '' || undefined} onClick={confirm}>
            {words.verb}
          </Button>
          <Button look="plain" onClick={onClose}>
            {words.back}
          </Button>
        </>
      }
    >
      <Loaded
        alone
        answer={{ ...slots, data: free }}
        failed="Окна мастеров не загрузились."
        skeleton={<SkeletonRows label="Ищем свободное время" count={4} tile={false} />}
      >
        {(windows) => <FreeWindows {...{ windows, slotId, today }} onChosen={setChosen} />}
      </Loaded>
    </Dialog>
  );
}

const firstOf = (free: readonly FreeSlot[] | undefined): string => (free?.[0] ? String(free[0].slot_id) : '');

interface FreeWindowsProps {
  windows: readonly FreeSlot[];
  slotId: string;
  onChosen: (slotId: string) => void;
  today: string;
}

const FreeWindows = ({ windows, slotId, onChosen, today }: FreeWindowsProps) =>
  windows.length === 0 ? (
    <Callout tone="wait" title="Свободных окон нет.">
      Добавьте окно мастера на&nbsp;странице «Визиты».
    </Callout>
  ) : (
    <Ways
      legend="Свободное время"
      name="slot"
      options={windows.slice(0, MOST_SHOWN).map((slot) => slotWay(slot, today))}
      value={slotId}
      onChange={onChosen}
    />
  );

const slotWay = ({ slot_id: id, from, to, master }: FreeSlot, today: string) => ({
  value: String(id),
  title: `${dayText(dayOf(from), today)}, ${range(timeText(from), timeText(to))}`,
  note: master,
});
