import { useState, type SyntheticEvent } from 'react';
import { ApiError } from '#web/api/api-error.ts';
import { nowMs } from '#web/lib/clock/clock.ts';
import { counted, timeText } from '#web/lib/text/format.ts';
import { readable } from '#web/lib/text/readable.ts';
import { clockText, useNow } from '#web/lib/clock/use-now.ts';
import { Address } from '#web/ui/text/address.tsx';
import { Button, ButtonRow } from '#web/ui/button/button.tsx';
import { Field } from '#web/ui/field/field.tsx';
import { State, Tile } from '#web/ui/card/state.tsx';
import { canSendCode, NO_CODES } from './code-ways.ts';
import type { ContactTraits, ActionOutcome, WaitingContact } from './contact-kinds.ts';
import styles from './contact.module.css';
import { bareCode, sixDigits } from '#web/ui/dialog/within.ts';

const wordsOf = (failure: Error, field: string): string =>
  (failure instanceof ApiError ? failure.errors[`body.${field}`] : undefined) ??
  readable(failure.message, 'Не получилось. Проверьте связь и повторите');

interface AddressFormProps {
  kind: ContactTraits;
  isFirst: boolean;
  isBusy: boolean;
  onSet: (address: string, then: ActionOutcome) => void;
  onCancel: (() => void) | undefined;
}

export const AddressForm = (props: AddressFormProps) =>
  canSendCode(props.kind.way) ? <AskedAddress {...props} /> : <NoCode kind={props.kind} />;

/** Instead of a form whose code would never come. */
const NoCode = ({ kind }: { kind: ContactTraits }) => (
  <p className={styles.small}>
    {kind.title}: подтвердить сейчас нельзя. {NO_CODES[kind.way]}, код не&nbsp;придёт.
  </p>
);

function AskedAddress({ kind, isFirst, isBusy, onSet, onCancel }: AddressFormProps) {
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    setError(undefined);
    onSet(typed, { onError: (failure) => setError(wordsOf(failure, kind.field)) });
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {isFirst && <p className={styles.small}>{kind.none}.</p>}
      <Field
        label={kind.label}
        {...kind.input}
        value={typed}
        error={error}
        hint="Пришлём код из шести цифр."
        onChange={({ target }) => setTyped(target.value)}
      />
      <ButtonRow>
        <Button type="submit" look={kind.look} busy={isBusy}>
          Прислать код
        </Button>
        {onCancel && (
          <Button look="plain" onClick={onCancel}>
            Не менять
          </Button>
        )}
      </ButtonRow>
    </form>
  );
}

interface CodeFormProps {
  kind: ContactTraits;
  waiting: WaitingContact;
  isBusy: boolean;
  onCode: (code: string, then: ActionOutcome) => void;
  onAgain: () => void;
  onOther: () => void;
  /** The text of the button that calls `onOther`; by default «Исправить». */
  other?: string;
  /** Whose it is. */
  note?: string;
}

export function CodeForm(props: CodeFormProps) {
  const { kind, waiting, isBusy, onCode, onAgain, onOther, other = 'Исправить', note } = props;
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const { address, sentAt, expiresAt, againAt, triesLeft } = waiting;
  const rest = Math.max(Math.ceil((Date.parse(againAt) - useNow(nowMs() < Date.parse(againAt))) / 1000), 0);
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    setError(undefined);
    onCode(bareCode(code), { onError: (failure) => setError(wordsOf(failure, 'code')) });
  };
  return (
    <form className={styles.confirm} onSubmit={submit} noValidate>
      <div className={styles.contact}>
        <Tile icon={kind.icon} />
        <span>
          <b>
            <Address>{kind.show(address)}</Address>
          </b>
          <small>
            {note !== undefined && `${note}. `}Отправили в {timeText(sentAt)}
          </small>
        </span>
        <State tone="wait">Ждёт код</State>
      </div>
      <Field
        label={kind.codeLabel}
        inputMode="numeric"
        autoComplete="one-time-code"
        {...sixDigits({
          value: code,
          hint: `Действует до ${timeText(expiresAt)}. ${counted(triesLeft, 'попытка', 'попытки', 'попыток')}.`,
          error,
        })}
        onChange={({ target }) => setCode(target.value)}
      />
      <ButtonRow>
        <Button type="submit" look={kind.look} busy={isBusy}>
          Подтвердить
        </Button>
        {canSendCode(kind.way) && (
          <Button look="plain" disabled={rest > 0} onClick={onAgain}>
            {rest > 0 ? `Новый код через ${clockText(rest)}` : 'Прислать новый код'}
          </Button>
        )}
        <Button look="plain" onClick={onOther}>
          {other}
        </Button>
      </ButtonRow>
    </form>
  );
}
