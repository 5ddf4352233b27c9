import { useRef, useState, type SubmitEvent } from 'react';
import { Attachments, AWAITS_FILE } from '#web/shared/files/attachments.tsx';
import { upload, type AttachedFile } from '#web/shared/files/upload.ts';
import { Button } from '#web/ui/button/button.tsx';
import { DialogForm } from '#web/ui/dialog/dialog-form.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { within } from '#web/ui/dialog/within.ts';
import { Chips } from '#web/ui/field/choice.tsx';
import { TextArea } from '#web/ui/field/field.tsx';
import { sayError } from '#web/ui/toast/toast-store.ts';
import { KeptFiles } from './field/keep-file.ts';
import { useOwnSteps } from './field/own-steps.ts';
import { useStep } from './field/use-step.ts';
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

interface DoneDialogProps {
  visit: BookedWindow;
  /** What is known to be done. */
  begins: string;
  onClose: () => void;
}

/** Closes the order of a visit: what was done is read by the client, who may rate it. */
export function DoneDialog({ visit, begins, onClose }: DoneDialogProps) {
  const [text, setText] = useState(begins);
  const [isChecked, setChecked] = useState(false);
  const [files, setFiles] = useState<readonly AttachedFile[]>([]);
  const [isAttaching, setAttaching] = useState(false);
  const signature = useRef<Promise<File>>(undefined);
  const [isKeeping, setKeeping] = useState(false);
  const { queue } = useOwnSteps();
  const [kept] = useState(() => new KeptFiles(() => queue.get().waiting));
  const step = useStep(visit);
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    setChecked(true);
    if (text.trim() === '' || isKeeping) return;
    setKeeping(true);
    try {
      const signed = await signature.current;
      const all = signed === undefined ? files : [...files, await upload(signed, kept.send)];
      await step({ deed: 'close', text, files: kept.of(all) }, ['Визит закрыт', 'Абонент прочитает, что сделано']);
      onClose();
    } catch (failure) {
      sayError(failure, 'Попробуйте без подписи', 'Подпись не сохранилась');
      setKeeping(false);
    }
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
        <Attachments files={files} onChange={setFiles} send={kept.send} isBusy={isAttaching} onBusy={setAttaching} />
        <Signature
          onChange={(picture) => {
            signature.current = picture;
          }}
        />
        <Button type="submit" wide busy={isKeeping} aria-disabled={isAttaching}>
          {isAttaching ? AWAITS_FILE : 'Закрыть заявку'}
        </Button>
      </DialogForm>
    </Dialog>
  );
}
