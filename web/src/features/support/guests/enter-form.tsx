import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { ApiError } from '#web/api/api-error.ts';
import { contract, type Wire } from '#web/api/contract.ts';
import { useAction } from '#web/api/use-call.ts';
import { nowMs } from '#web/lib/clock/clock.ts';
import { clockText, useNow } from '#web/lib/clock/use-now.ts';
import { leaveFor } from '#web/lib/page/leave.ts';
import { timeText } from '#web/lib/text/format.ts';
import { readable } from '#web/lib/text/readable.ts';
import { signInHref } from '#web/shared/frame/return-path.ts';
import { Button, LinkButton, TextButton } from '#web/ui/button/button.tsx';
import { Callout } from '#web/ui/card/callout.tsx';
import { DialogForm } from '#web/ui/dialog/dialog-form.tsx';
import { bareCode, sixDigits, within } from '#web/ui/dialog/within.ts';
import { Field, focusFirstWrong, PasswordField } from '#web/ui/field/field.tsx';
import styles from './guests.module.css';
import { keepSecret } from './link-secret.ts';

type Offer = Wire<typeof contract.invitation.look>;

interface EnterProps {
  offer: Offer;
  secret: string;
  /** The offer with the code that was sent. */
  onSent: (offer: Offer) => void;
}

const FAILED = 'Не получилось. Повторите через минуту';
const WORDS = {
  phone: {
    by: 'по СМС',
    ask: 'Получить код по СМС',
    label: 'Код из СМС',
    known: 'С этим номером в кабинет уже входят.',
  },
  email: {
    by: 'на почту',
    ask: 'Получить код на почту',
    label: 'Код из письма',
    known: 'С этой почтой в кабинет уже входят.',
  },
} as const;

/** Proves the contact by a code, then asks how she will sign in. */
export function EnterForm(props: EnterProps) {
  const { offer, secret, onSent } = props;
  const { mutate, isPending } = useAction(contract.invitation.sendCode);
  const [refusal, setRefusal] = useState<string>();
  const send = (): void => {
    setRefusal(undefined);
    mutate(
      { body: { secret } },
      { onSuccess: onSent, onError: (failure) => setRefusal(readable(failure.message, FAILED)) },
    );
  };
  const { ask, by } = WORDS[offer.kind];
  return (
    <>
      {refusal !== undefined && <Callout tone="bad" role="alert" title={`${refusal}.`} />}
      {offer.code ? (
        <CodeAndPassword key={offer.code.again_at} {...props} code={offer.code} onAgain={send} isSending={isPending} />
      ) : (
        <>
          <p>Пришлём {by} код из&nbsp;шести цифр, чтобы убедиться, что приглашение получили вы.</p>
          <Button wide busy={isPending} onClick={send}>
            {ask}
          </Button>
        </>
      )}
    </>
  );
}

interface Refusal {
  code?: string | undefined;
  password?: string | undefined;
  whole?: string | undefined;
  isKnown?: boolean;
}

function refusalOf(failure: Error): Refusal {
  const text = readable(failure.message, FAILED);
  if (!(failure instanceof ApiError)) return { whole: text };
  if (failure.code === 'invitation_sign_in') return { isKnown: true };
  if (failure.code === 'code_wrong') return { code: text };
  const { 'body.code': code, 'body.new_password': password } = failure.errors;
  return code === undefined && password === undefined ? { whole: text } : { code, password };
}

interface CodeProps extends EnterProps {
  code: NonNullable<Offer['code']>;
  onAgain: () => void;
  isSending: boolean;
}

function CodeAndPassword({ offer, secret, code: sent, onAgain, isSending }: CodeProps) {
  const form = useRef<HTMLFormElement>(null);
  const [code, setCode] = useState('');
  const [password, setPassword] = useState('');
  const [refusal, setRefusal] = useState<Refusal>({});
  const { mutate, isPending } = useAction(contract.invitation.accept);
  useEffect(() => focusFirstWrong(form.current), [refusal]);
  const words = WORDS[offer.kind];

  const enter = (chosen: string | undefined): void => {
    if (isPending) return;
    const lacks: Refusal = {
      ...(code.trim() === '' && { code: 'Введите код' }),
      ...(chosen === '' && { password: 'Придумайте пароль' }),
    };
    setRefusal(lacks);
    if (Object.keys(lacks).length > 0) return;
    mutate(
      { body: { secret, code: bareCode(code), ...(chosen !== undefined && { new_password: chosen }) } },
      { onSuccess: () => leaveFor('/'), onError: (failure) => setRefusal(refusalOf(failure)) },
    );
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    enter(password);
  };

  if (refusal.isKnown) return <Known text={words.known} secret={secret} />;
  return (
    <DialogForm ref={form} onSubmit={submit}>
      {refusal.whole !== undefined && <Callout tone="bad" role="alert" title={`${refusal.whole}.`} />}
      <div>
        <Field
          label={words.label}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          {...sixDigits({ value: code, hint: `Действует до ${timeText(sent.expires_at)}`, error: refusal.code })}
          onChange={({ target }) => setCode(target.value)}
        />
        <Again at={sent.again_at} isBusy={isSending} onAgain={onAgain} />
      </div>
      <PasswordField
        label="Придумайте пароль"
        name="new_password"
        autoComplete="new-password"
        {...within(128, {
          value: password,
          hint: 'От 8 знаков. Владелец договора его не увидит',
          error: refusal.password,
        })}
        onChange={({ target }) => setPassword(target.value)}
      />
      <Button type="submit" wide busy={isPending}>
        Войти
      </Button>
      <p className={styles.other}>
        Не&nbsp;хотите помнить пароль?{' '}
        <TextButton disabled={isPending} onClick={() => enter(undefined)}>
          Войти и&nbsp;добавить ключ
        </TextButton>
        : отпечаток, лицо или код телефона.
      </p>
    </DialogForm>
  );
}

/** Only whoever has proved the contact learns that it is a login. */
const Known = ({ text, secret }: { text: string; secret: string }) => (
  <>
    <Callout role="status" title={text}>
      Войдите как обычно, и&nbsp;приглашение откроется.
    </Callout>
    {/* The link keeps the secret of this tab before it leads away. */}
    {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
    <div onClick={() => keepSecret(secret)}>
      <LinkButton external wide to={signInHref('/support/invited')}>
        Войти и&nbsp;посмотреть приглашение
      </LinkButton>
    </div>
  </>
);

function Again({ at, isBusy, onAgain }: { at: string; isBusy: boolean; onAgain: () => void }) {
  const until = Date.parse(at);
  const left = Math.ceil((until - useNow(nowMs() < until)) / 1000);
  return (
    <p className={styles.again}>
      {left > 0 ? (
        `Новый код можно запросить через\u00a0${clockText(left)}`
      ) : (
        <TextButton disabled={isBusy} onClick={onAgain}>
          Прислать новый код
        </TextButton>
      )}
    </p>
  );
}
