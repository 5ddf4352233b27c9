import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { contract, type Wire } from '#web/api/contract.ts';
import { outdate, useAction } from '#web/api/use-call.ts';
import { keepTogether, timeText } from '#web/lib/text/format.ts';
import { Button } from '#web/ui/button/button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { sayError, saySuccess } from '#web/ui/toast/toast-store.ts';
import { callText, type CallSpan } from './call-time.ts';

interface WithdrawCallProps {
  call: CallSpan;
  phone: string;
  /** What allows to cancel: the id of one of the client's own calls, or the key that his browser got with the request. */
  by: { id: number } | { key: string };
  onDone?: () => void;
}

type Done = Wire<typeof contract.support.withdrawCall>;

const againText = ({ again_at: again }: Done): string | undefined =>
  again === null ? undefined : keepTogether(`Новый на этот номер можно заказать с ${timeText(again)}.`);

/** Cancels a call that has not been made. */
export function WithdrawCall({ call, phone, by, onDone }: WithdrawCallProps) {
  const [isAsked, setAsked] = useState(false);
  const own = useAction(contract.support.withdrawCall);
  const asked = useAction(contract.support.withdrawAskedCall);
  const cache = useQueryClient();
  const close = (): void => setAsked(false);
  const after = {
    onSuccess: (done: Done): void => {
      close();
      saySuccess('Звонок отменён', againText(done));
      onDone?.();
    },
    onError: (failure: Error): void => {
      close();
      sayError(failure, 'Не отправилось. Повторите', 'Звонок не отменён');
      // It may have been made meanwhile: the page says how it ended.
      void outdate(cache, ['support']);
    },
  };
  const withdraw = (): void =>
    'id' in by ? own.mutate({ body: { call_back_id: by.id } }, after) : asked.mutate({ body: { key: by.key } }, after);
  return (
    <>
      <Button look="line" size="sm" onClick={() => setAsked(true)}>
        Отменить звонок
      </Button>
      <Dialog
        open={isAsked}
        onClose={close}
        title="Отменить звонок?"
        actions={
          <>
            <Button look="cut" busy={own.isPending || asked.isPending} onClick={withdraw}>
              Отменить звонок
            </Button>
            <Button look="line" onClick={close}>
              Оставить
            </Button>
          </>
        }
      >
        <p>
          {keepTogether(`Не позвоним ${callText(call)} на номер ${phone}.`)} Передумаете&nbsp;— закажите звонок снова.
        </p>
      </Dialog>
    </>
  );
}
