import { useState, type SubmitEvent } from 'react';
import { readable } from '#web/lib/text/readable.ts';
import { Button } from '#web/ui/button/button.tsx';
import { Callout } from '#web/ui/card/callout.tsx';
import { DialogForm } from '#web/ui/dialog/dialog-form.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { Field, TextArea } from '#web/ui/field/field.tsx';
import { saySuccess } from '#web/ui/toast/toast-store.ts';
import { contract, type Wire } from '../api/contract.ts';
import { useChange } from '../api/use-call.ts';
import { askedText, inputText, type Approval } from './approval.texts.ts';
import { copyText } from '#web/ui/toast/copy.ts';
import { RehearsalFacts } from './rehearsal-facts.tsx';

interface DecideProps {
  approval: Approval;
  onClose: () => void;
}

/** Exactly what will be done, in the name of who has asked. */
export function AgreeDialog({ approval, onClose }: DecideProps) {
  const { approval_id: id, call, input, reason, asked_by: by, rehearsal, version } = approval;
  const [refused, setRefused] = useState<string>();
  const [secrets, setSecrets] = useState<Secrets>();
  const agree = useChange(contract.approvals.agree);
  const go = (): void =>
    agree.mutate(
      { body: { approval_id: String(id), version } },
      {
        onSuccess: ({ secrets }) => {
          saySuccess('Сделано', askedText(call));
          if (secrets) setSecrets(secrets);
          else onClose();
        },
        onError: ({ message }) => setRefused(readable(message, 'Повторите через минуту')),
      },
    );
  if (secrets) return <SecretsDialog title={askedText(call)} secrets={secrets} onClose={onClose} />;
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

type Secrets = NonNullable<Wire<typeof contract.approvals.agree>['secrets']>;

/** Of whoever has agreed: he hands the link or the key over. */
function SecretsDialog({ title, secrets, onClose }: { title: string; secrets: Secrets; onClose: () => void }) {
  const secret = secrets['link'] ?? secrets['key'] ?? '';
  return (
    <Dialog open onClose={onClose} title={`${title}: сделано`}>
      <Callout tone="wait" title="Передайте лично.">
        {secrets['link'] === undefined
          ? 'Ключ показываем один раз'
          : 'Ссылка сработает один раз, в течение часа. Второй раз мы её не покажем'}
        .
      </Callout>
      <Field
        label={secrets['link'] === undefined ? 'Ключ программы' : 'Ссылка для входа'}
        readOnly
        value={secret}
        onFocus={({ target }) => target.select()}
      />
      <Button wide icon="copy" onClick={() => void copyText(secret, 'Скопировали')}>
        Скопировать
      </Button>
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
