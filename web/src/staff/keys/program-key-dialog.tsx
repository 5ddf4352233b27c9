import { useRef, useState, type SubmitEvent } from 'react';
import { addMonths, type Day } from '@kabinet/contract/kernel/day';
import { ApiError } from '#web/api/api-error.ts';
import { now } from '#web/lib/clock/clock.ts';
import { dayOf } from '#web/lib/text/format.ts';
import { Button } from '#web/ui/button/button.tsx';
import { Callout } from '#web/ui/card/callout.tsx';
import { DialogForm } from '#web/ui/dialog/dialog-form.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { DateField } from '#web/ui/field/date-field.tsx';
import { Field, focusFirstWrong } from '#web/ui/field/field.tsx';
import { copyText } from '#web/ui/toast/copy.ts';
import { sayError } from '#web/ui/toast/toast-store.ts';
import { contract, type Wire } from '../api/contract.ts';
import { useChange } from '../api/use-call.ts';
import { AskAdministrator, isForTwo } from '../team/ask-administrator.tsx';

const EMPTY = { name: '', calls: '', networks: '', until: '' };
type Typed = typeof EMPTY;

const listOf = (typed: string): string[] =>
  typed
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');

const bodyOf = ({ name, calls, networks, until }: Typed) => ({
  name,
  calls: listOf(calls),
  networks: listOf(networks),
  until,
});

/** Gives a program a key: for what, from where, until when; shown once. */
export function ProgramKeyDialog({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState(EMPTY);
  const [refused, setRefused] = useState<Error>();
  const [made, setMade] = useState<Wire<typeof contract.keys.add>>();
  const form = useRef<HTMLFormElement>(null);
  const today = dayOf(now()) as Day;
  const add = useChange(contract.keys.add);
  const errors = refused instanceof ApiError ? refused.errors : {};
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setRefused(undefined);
    add.mutate(
      { body: bodyOf(typed) },
      {
        onSuccess: setMade,
        onError: (failure) => {
          setRefused(failure);
          setTimeout(() => focusFirstWrong(form.current));
          const isTold = failure instanceof ApiError && Object.keys(failure.errors).length > 0;
          if (!isTold && !isForTwo(failure)) sayError(failure, 'Дать ключ не получилось. Повторите');
        },
      },
    );
  };
  const type = (name: keyof Typed) => ({
    value: typed[name],
    error: errors[`body.${name}`],
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) => setTyped({ ...typed, [name]: target.value }),
  });
  return (
    <Dialog open onClose={onClose} title={made ? `Ключ для «${made.name}»` : 'Дать ключ программе'}>
      {made ? (
        <MadeKey secret={made.key} />
      ) : (
        <DialogForm ref={form} onSubmit={submit}>
          <Field label="Программа" hint="Как её зовут в журнале: «1С»" {...type('name')} />
          <Field label="Вызовы" hint="Через запятую, словами команд: payment post, ledger lines" {...type('calls')} />
          <Field label="Сети" hint="Откуда она работает: 10.0.0.0/8" {...type('networks')} />
          <DateField
            label="Последний день"
            hint="Не дальше года"
            today={today}
            min={today}
            max={addMonths(today, 12)}
            value={typed.until}
            error={errors['body.until']}
            onChange={(until) => setTyped({ ...typed, until })}
          />
          <AskAdministrator
            failure={refused}
            call="keys add"
            input={bodyOf(typed)}
            reason={`Ключ программе «${typed.name}»`}
            onAsked={onClose}
          />
          <Button type="submit" wide busy={add.isPending}>
            Дать ключ
          </Button>
        </DialogForm>
      )}
    </Dialog>
  );
}

const MadeKey = ({ secret }: { secret: string }) => (
  <>
    <Callout tone="wait" title="Показываем один раз.">
      Впишите его в программу сейчас: второй раз его не увидеть.
    </Callout>
    <Field label="Ключ" readOnly value={secret} onFocus={({ target }) => target.select()} />
    <Button wide icon="copy" onClick={() => void copyText(secret, 'Скопировали ключ')}>
      Скопировать ключ
    </Button>
  </>
);
