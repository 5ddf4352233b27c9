import { useState, type SubmitEvent } from 'react';
import { phone } from '#web/lib/text/format.ts';
import { readable } from '#web/lib/text/readable.ts';
import { Button } from '#web/ui/button/button.tsx';
import { Callout } from '#web/ui/card/callout.tsx';
import { DialogForm } from '#web/ui/dialog/dialog-form.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { Chips } from '#web/ui/field/choice.tsx';
import { Field } from '#web/ui/field/field.tsx';
import { contract, type Wire } from '../api/contract.ts';
import { useChange } from '../api/use-call.ts';

type Shown = Wire<typeof contract.unmask.show>;
type Kind = Shown['kind'];

const KINDS: readonly { value: Kind; text: string }[] = [
  { value: 'phone', text: 'Телефон' },
  { value: 'name', text: 'Имя' },
  { value: 'address', text: 'Адрес' },
  { value: 'mail', text: 'Почта' },
];

/** Shows whole what the role sees masked: one kind, for a reason that is recorded. */
export function UnmaskDialog({ contractId, onClose }: { contractId: number; onClose: () => void }) {
  const [kind, setKind] = useState<Kind>('phone');
  const [reason, setReason] = useState('');
  const [isEmpty, setEmpty] = useState(false);
  const [shown, setShown] = useState<Shown>();
  const [refused, setRefused] = useState<string>();
  const show = useChange(contract.unmask.show);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setEmpty(reason.trim() === '');
    if (reason.trim() === '') return;
    show.mutate(
      { body: { contract_id: contractId, kind, reason } },
      { onSuccess: setShown, onError: ({ message }) => setRefused(readable(message, 'Повторите через минуту')) },
    );
  };
  return (
    <Dialog open onClose={onClose} title="Показать целиком">
      {shown ? (
        <Values shown={shown} />
      ) : (
        <DialogForm onSubmit={submit}>
          <Chips label="Что показать" options={KINDS} value={kind} onChange={setKind} />
          <Field
            label="Зачем"
            hint="Запишем в журнал; абонент увидит, кто смотрел"
            value={reason}
            error={isEmpty && reason.trim() === '' ? 'Напишите, зачем' : undefined}
            onChange={({ target }) => setReason(target.value)}
          />
          {refused !== undefined && (
            <Callout tone="bad" role="alert">
              {refused}.
            </Callout>
          )}
          <Button type="submit" wide busy={show.isPending}>
            Показать
          </Button>
        </DialogForm>
      )}
    </Dialog>
  );
}

const Values = ({ shown: { kind, values } }: { shown: Shown }) => (
  <ul>
    {values.map((value) => (
      <li key={value}>{kind === 'phone' ? phone(value) : value}</li>
    ))}
    {values.length === 0 && <li>Ничего не записано.</li>}
  </ul>
);
