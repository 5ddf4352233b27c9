import { useState, type SubmitEvent } from 'react';
import { Button } from '#web/ui/button/button.tsx';
import { DialogForm } from '#web/ui/dialog/dialog-form.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { within } from '#web/ui/dialog/within.ts';
import { Chips } from '#web/ui/field/choice.tsx';
import { TextArea } from '#web/ui/field/field.tsx';
import type { BookedWindow } from '../visits.texts.ts';
import { useStep } from './use-step.ts';

const MOST_SIGNS = 900;
const KINDS = ['Замеры', 'Материалы', 'Заметка'].map((value) => ({ value, text: value }));

/** What was measured, what was used, what colleagues should know: a note for the staff. */
export function RecordDialog({ visit, onClose }: { visit: BookedWindow; onClose: () => void }) {
  const [kind, setKind] = useState('Замеры');
  const [text, setText] = useState('');
  const [isChecked, setChecked] = useState(false);
  const step = useStep(visit);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setChecked(true);
    if (text.trim() === '') return;
    void step({ deed: 'note', text: `${kind}: ${text.trim()}` }, ['Записали', 'Заметка в ленте договора']);
    onClose();
  };
  return (
    <Dialog open onClose={onClose} title="Записать">
      <DialogForm onSubmit={submit}>
        <Chips label="Что записать" options={KINDS} value={kind} onChange={setKind} />
        <TextArea
          label={kind}
          rows={3}
          {...within(MOST_SIGNS, {
            value: text,
            hint: 'Видят сотрудники; абонент вправе запросить',
            error: isChecked && text.trim() === '' ? 'Напишите, что записать' : undefined,
          })}
          onChange={({ target }) => setText(target.value)}
        />
        <Button type="submit" wide>
          Записать
        </Button>
      </DialogForm>
    </Dialog>
  );
}
