import { useState } from 'react';
import { Button } from '#web/ui/button/button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { within } from '#web/ui/dialog/within.ts';
import { Ways } from '#web/ui/field/choice.tsx';
import { TextArea } from '#web/ui/field/field.tsx';
import { sayError, saySuccess } from '#web/ui/toast/toast-store.ts';
import { contract } from '../api/contract.ts';
import { useChange } from '../api/use-call.ts';
import type { AskedRequest } from './asked-request.ts';

const MOST_SIGNS = 500;

const ENDINGS = {
  call: [
    { value: 'called', title: 'Поговорили' },
    { value: 'no_answer', title: 'Не ответил' },
    { value: 'refused', title: 'Отказался' },
  ],
  client: [
    { value: 'signed', title: 'Подключаем' },
    { value: 'impossible', title: 'Подключить нельзя' },
    { value: 'refused', title: 'Отказался' },
    { value: 'no_answer', title: 'Не ответил' },
  ],
} as const;

type Ending = (typeof ENDINGS)['call' | 'client'][number]['value'];

/** How a call ended; what was agreed is read by the client. */
export function FinishDialog({ request: { kind, id }, onClose }: { request: AskedRequest; onClose: () => void }) {
  const [result, setResult] = useState<Ending>(ENDINGS[kind][0].value);
  const [note, setNote] = useState('');
  const finish = useChange(contract.orders.finish);
  const confirm = (): void =>
    finish.mutate(
      { body: { kind, request_id: id, result, ...(note.trim() !== '' && { note }) } },
      {
        onSuccess: () => {
          saySuccess('Записали');
          onClose();
        },
        onError: (failure) => void sayError(failure, 'Повторите', 'Не записали'),
      },
    );
  return (
    <Dialog
      open
      onClose={onClose}
      title="Чем закончилось?"
      actions={
        <>
          <Button busy={finish.isPending} onClick={confirm}>
            Записать
          </Button>
          <Button look="plain" onClick={onClose}>
            Ещё не закончилось
          </Button>
        </>
      }
    >
      <Ways<Ending> legend="Итог" name="ending" options={ENDINGS[kind]} value={result} onChange={setResult} />
      <TextArea
        label="О чём договорились, абонент это прочитает"
        rows={3}
        {...within(MOST_SIGNS, { value: note })}
        onChange={({ target }) => setNote(target.value)}
      />
    </Dialog>
  );
}
