import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { contract, type Wire } from '#web/api/contract.ts';
import { useAction } from '#web/api/use-call.ts';
import { now } from '#web/lib/clock/clock.ts';
import { dayOf } from '#web/lib/text/format.ts';
import { readable } from '#web/lib/text/readable.ts';
import { Button, ButtonRow } from '#web/ui/button/button.tsx';
import { Callout } from '#web/ui/card/callout.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { DialogForm } from '#web/ui/dialog/dialog-form.tsx';
import { focusFirstWrong } from '#web/ui/field/field.tsx';
import { saySuccess } from '#web/ui/toast/toast-store.ts';
import { TermChoice, chosenEnd, WITHOUT_TERM, type Term } from './term-choice.tsx';
import { closesText, NO_TERM } from './term.texts.ts';

type Member = Wire<typeof contract.family.get>['members'][number];

interface TermDialogProps {
  member: Member | undefined;
  onClose: () => void;
}

/** Changes until when a member has access, or takes the term away. */
export const TermDialog = ({ member, onClose }: TermDialogProps) => (
  <Dialog open={member !== undefined} onClose={onClose} title="Срок доступа">
    {member && <TermForm member={member} onClose={onClose} />}
  </Dialog>
);

const termOf = (until: string | null): Term => (until === null ? WITHOUT_TERM : { kind: 'day', day: until });

function TermForm({ member: { share_id, name, until_day: former }, onClose }: { member: Member; onClose: () => void }) {
  const form = useRef<HTMLFormElement>(null);
  const [term, setTerm] = useState<Term>(() => termOf(former));
  const [lacks, setLacks] = useState<string>();
  const [refusal, setRefusal] = useState<string>();
  const { mutate, isPending } = useAction(contract.family.changeTerm);
  useEffect(() => focusFirstWrong(form.current), [lacks]);
  const change = (event: SubmitEvent): void => {
    event.preventDefault();
    if (isPending) return;
    const until = chosenEnd(term);
    setRefusal(undefined);
    setLacks(until === undefined ? 'Выберите день' : undefined);
    if (until === undefined) return;
    if (until === former) {
      onClose();
      return;
    }
    mutate(
      { body: { share_id, until_day: until } },
      {
        onSuccess: () => {
          onClose();
          saySuccess('Срок изменён', `${name}: ${until === null ? NO_TERM : closesText(until, dayOf(now()))}`);
        },
        onError: (failure) => setRefusal(readable(failure.message, 'Срок не изменили. Повторите через минуту')),
      },
    );
  };
  return (
    <DialogForm ref={form} onSubmit={change}>
      {refusal !== undefined && <Callout tone="bad" role="alert" title={`${refusal}.`} />}
      <p>
        <b>{name}</b>
      </p>
      <TermChoice term={term} error={lacks} onChange={setTerm} />
      <p>Напишем об&nbsp;этом вам обоим, и&nbsp;ещё раз за&nbsp;день до&nbsp;конца срока.</p>
      <ButtonRow stacked>
        <Button type="submit" busy={isPending}>
          Сохранить
        </Button>
        <Button look="plain" onClick={onClose}>
          Не менять
        </Button>
      </ButtonRow>
    </DialogForm>
  );
}
