import { useState, type SubmitEvent } from 'react';
import { readable } from '#web/lib/text/readable.ts';
import { Button } from '#web/ui/button/button.tsx';
import { Callout } from '#web/ui/card/callout.tsx';
import { DialogForm } from '#web/ui/dialog/dialog-form.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { TextArea } from '#web/ui/field/field.tsx';
import { saySuccess } from '#web/ui/toast/toast-store.ts';
import { contract } from '../api/contract.ts';
import { useChange } from '../api/use-call.ts';
import { askedText, inputText, type Approval } from './approval.texts.ts';
import { RehearsalFacts } from './rehearsal-facts.tsx';

interface DecideProps {
  approval: Approval;
  onClose: () => void;
}

/** Exactly what will be done, in the name of who has asked. */
export function AgreeDialog({ approval, onClose }: DecideProps) {
  const { approval_id: id, call, input, reason, asked_by: by, rehearsal, version } = approval;
  const [refused, setRefused] = useState<string>();
  const agree = useChange(contract.approvals.agree);
  const go = (): void =>
    agree.mutate(
      { body: { approval_id: String(id), version } },
      {
        onSuccess: () => {
          saySuccess('Сделано', askedText(call));
          onClose();
        },
        onError: ({ message }) => setRefused(readable(message, 'Повторите через минуту')),
      },
    );
  return (
    <Dialog
      open
      onClose={onClose}
      title={`${askedText(call)}?`}
      actions={
        <>
          <Button busy={agree.isPending} onClick={go}>
            Согласиться
          </Button>
          <Button look="plain" onClick={onClose}>
            Не сейчас
          </Button>
        </>
      }
    >
      <p>
        {by} просит: «{reason}»
      </p>
      <p>{inputText(input)}</p>
      <RehearsalFacts rehearsal={rehearsal} />
      {refused !== undefined && (
        <Callout tone="bad" role="alert" title="Не сделали.">
          {refused}.
        </Callout>
      )}
    </Dialog>
  );
}

export function RefuseDialog({ approval, onClose }: DecideProps) {
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();
  const refuse = useChange(contract.approvals.refuse);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (reason.trim() === '') {
      setError('Напишите, почему');
      return;
    }
    refuse.mutate(
      { body: { approval_id: String(approval.approval_id), reason } },
      {
        onSuccess: () => {
          saySuccess('Отказали', approval.asked_by);
          onClose();
        },
        onError: ({ message }) => setError(readable(message, 'Повторите через минуту')),
      },
    );
  };
  return (
    <Dialog open onClose={onClose} title={`Отказать: ${askedText(approval.call)}`}>
      <DialogForm onSubmit={submit}>
        <TextArea
          label="Почему"
          hint={`Прочитает ${approval.asked_by}`}
          value={reason}
          error={error}
          onChange={({ target }) => setReason(target.value)}
        />
        <Button type="submit" look="cut" wide busy={refuse.isPending}>
          Отказать
        </Button>
      </DialogForm>
    </Dialog>
  );
}
