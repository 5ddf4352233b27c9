import { useRef, useState, type SubmitEvent } from 'react';
import { Attachments } from '#web/shared/files/attachments.tsx';
import { idsOf, upload, type AttachedFile, type SendFile } from '#web/shared/files/upload.ts';
import { Button } from '#web/ui/button/button.tsx';
import { DialogForm } from '#web/ui/dialog/dialog-form.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { within } from '#web/ui/dialog/within.ts';
import { Chips } from '#web/ui/field/choice.tsx';
import { TextArea } from '#web/ui/field/field.tsx';
import { sayError, saySuccess } from '#web/ui/toast/toast-store.ts';
import { contract } from '../api/contract.ts';
import { useChange } from '../api/use-call.ts';
import { sendFileOf } from '../orders/order-files.tsx';
import { Signature } from './signature.tsx';
import type { BookedWindow } from './visits.texts.ts';

const MOST_SIGNS = 2000;

/** What is done most often; a press adds it. */
const DEEDS = [
  'Переобжал разъём',
  'Заменил кабель',
  'Переключил на другой порт',
  'Настроил роутер',
  'Дело было в роутере абонента',
  'Проверил: всё работает',
];

const added = (text: string, deed: string): string => (text.trim() === '' ? `${deed}.` : `${text.trim()} ${deed}.`);

/** Uploads what was signed, if it was; null: it could not be, and the technician knows. */
async function keptSignature(signature: Promise<File> | undefined, send: SendFile): Promise<AttachedFile[] | null> {
  try {
    return signature === undefined ? [] : [await upload(await signature, send)];
  } catch (failure) {
    sayError(failure, 'Проверьте связь и повторите', 'Подпись не отправлена');
    return null;
  }
}

/** Closes the order of a visit: what was done is read by the client, who may rate it. */
export function DoneDialog({ visit, onClose }: { visit: BookedWindow; onClose: () => void }) {
  const [text, setText] = useState('');
  const [isChecked, setChecked] = useState(false);
  const [files, setFiles] = useState<readonly AttachedFile[]>([]);
  const signature = useRef<Promise<File>>(undefined);
  const [isSending, setSending] = useState(false);
  const close = useChange(contract.orders.close);
  const orderId = visit.order.order_id;
  const send = sendFileOf(orderId);
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    setChecked(true);
    if (text.trim() === '' || close.isPending || isSending) return;
    setSending(true);
    const signed = await keptSignature(signature.current, send);
    setSending(false);
    if (signed === null) return;
    close.mutate(
      { body: { order_id: orderId, text, files: idsOf([...files, ...signed]) } },
      {
        onSuccess: () => {
          saySuccess('Визит закрыт', 'Абонент прочитает, что сделано');
          onClose();
        },
        onError: (failure) => void sayError(failure, 'Повторите', 'Не закрыли'),
      },
    );
  };
  return (
    <Dialog open onClose={onClose} title="Что сделали?">
      <DialogForm onSubmit={(event) => void submit(event)}>
        <Chips
          label="Что сделали"
          options={DEEDS.map((deed) => ({ value: deed, text: deed }))}
          value={DEEDS.filter((deed) => text.includes(deed))}
          onChange={(deed) => setText(added(text, deed))}
        />
        <TextArea
          label="Абонент это прочитает"
          rows={3}
          {...within(MOST_SIGNS, {
            value: text,
            error: isChecked && text.trim() === '' ? 'Напишите, что сделали' : undefined,
          })}
          onChange={({ target }) => setText(target.value)}
        />
        <Attachments files={files} onChange={setFiles} send={send} />
        <Signature
          onChange={(picture) => {
            signature.current = picture;
          }}
        />
        <Button type="submit" wide busy={close.isPending || isSending}>
          Закрыть заявку
        </Button>
      </DialogForm>
    </Dialog>
  );
}
