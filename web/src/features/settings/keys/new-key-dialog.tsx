import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { ApiError } from '#web/api/api-error.ts';
import { contract, type Wire } from '#web/api/contract.ts';
import { useAction } from '#web/api/use-call.ts';
import { readable } from '#web/lib/text/readable.ts';
import { Button, ButtonRow } from '#web/ui/button/button.tsx';
import { Callout } from '#web/ui/card/callout.tsx';
import { Chips } from '#web/ui/field/choice.tsx';
import { copyText } from '#web/ui/toast/copy.ts';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { Field, focusFirstWrong } from '#web/ui/field/field.tsx';
import styles from '../settings.module.css';
import { within } from '#web/ui/dialog/within.ts';

type Made = Wire<typeof contract.personalKey.create>;
type Scope = Exclude<Made['scopes'][number], 'calendar'>;

/** What a program may see, in the order of the choice. */
export const SCOPES: readonly { scope: Scope; title: string; short: string }[] = [
  { scope: 'balance', title: 'Остатки на счетах', short: 'остатки' },
  { scope: 'services', title: 'Услуги', short: 'услуги' },
];

interface NewKeyDialogProps {
  open: boolean;
  onClose: () => void;
}

/** Asks what the program may see, then shows the key, once. */
export function NewKeyDialog({ open, onClose }: NewKeyDialogProps) {
  const [made, setMade] = useState<Made>();
  const close = (): void => {
    setMade(undefined);
    onClose();
  };
  return (
    <Dialog open={open} onClose={close} title={made ? 'Ключ создан' : 'Новый ключ для программы'}>
      {made ? <Shown made={made} onClose={close} /> : <NewKeyForm onMade={setMade} onClose={close} />}
    </Dialog>
  );
}

function refusalOf(failure: Error): { name?: string | undefined; whole?: string | undefined } {
  const name = failure instanceof ApiError ? failure.errors['body.name'] : undefined;
  return name === undefined ? { whole: readable(failure.message, 'Не получилось. Повторите через минуту') } : { name };
}

function NewKeyForm({ onMade, onClose }: { onMade: (made: Made) => void; onClose: () => void }) {
  const form = useRef<HTMLFormElement>(null);
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly Scope[]>(['balance']);
  const [refusal, setRefusal] = useState<ReturnType<typeof refusalOf>>({});
  const { mutate, isPending } = useAction(contract.personalKey.create);
  useEffect(() => focusFirstWrong(form.current), [refusal]);

  const toggle = (scope: Scope): void =>
    setScopes(scopes.includes(scope) ? scopes.filter((one) => one !== scope) : [...scopes, scope]);
  const create = (event: SubmitEvent): void => {
    event.preventDefault();
    if (isPending) return;
    const wrong = {
      ...(name.trim() === '' && { name: 'Назовите программу' }),
      ...(scopes.length === 0 && { whole: 'Выберите, что программа увидит' }),
    };
    setRefusal(wrong);
    if (Object.keys(wrong).length > 0) return;
    mutate(
      { body: { name, scopes: [...scopes] } },
      { onSuccess: onMade, onError: (failure) => setRefusal(refusalOf(failure)) },
    );
  };

  return (
    <form ref={form} noValidate method="post" className={styles.form} onSubmit={create}>
      {refusal.whole !== undefined && <Callout tone="bad" role="alert" title={`${refusal.whole}.`} />}
      <Field
        label="Для какой программы"
        name="name"
        autoComplete="off"
        {...within(60, {
          value: name,
          hint: 'Чтобы узнать ключ в списке: «Умный дом», «Таблица расходов»',
          error: refusal.name,
        })}
        onChange={({ target }) => setName(target.value)}
      />
      <Chips
        label="Что она увидит"
        options={SCOPES.map(({ scope, title }) => ({ value: scope, text: title }))}
        value={scopes}
        onChange={toggle}
      />
      <p>Изменить или оплатить что-нибудь с этим ключом нельзя. О новом ключе напишем вам.</p>
      <ButtonRow stacked>
        <Button type="submit" busy={isPending}>
          Создать ключ
        </Button>
        <Button look="plain" onClick={onClose}>
          Не создавать
        </Button>
      </ButtonRow>
    </form>
  );
}

function Shown({ made: { key }, onClose }: { made: Made; onClose: () => void }) {
  const copy = (text: string, what: string): void => void copyText(text, 'Скопировали', what);
  return (
    <div className={styles.form}>
      <p>Скопируйте его сейчас: больше мы его не покажем.</p>
      <p>
        <code>{key}</code>
      </p>
      <ButtonRow stacked>
        <Button icon="copy" onClick={() => copy(key, 'Вставьте ключ в программу')}>
          Скопировать ключ
        </Button>
        <Button look="plain" onClick={onClose}>
          Готово
        </Button>
      </ButtonRow>
    </div>
  );
}
