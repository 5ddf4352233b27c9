import { useRef, useState, type ReactNode, type SubmitEvent } from 'react';
import { timeText } from '#web/lib/text/format.ts';
import { Link, useLocation } from '#web/lib/page/router.tsx';
import { clockText, useNow } from '#web/lib/clock/use-now.ts';
import { canSendAnyCode, canSendCode } from '#web/shared/contact/code-ways.ts';
import { PageHead } from '#web/shared/page/page-head.tsx';
import { Button, TextButton } from '#web/ui/button/button.tsx';
import { Callout } from '#web/ui/card/callout.tsx';
import { Chips } from '#web/ui/field/choice.tsx';
import { Field, focusFirstWrong } from '#web/ui/field/field.tsx';
import { NewPasswordField, OtpField } from './extra-fields.tsx';
import { LoginField } from './login-field.tsx';
import { loginWith } from './login-address.ts';
import own from './recovery-form.module.css';
import styles from './sign-in.module.css';
import { useRecovery, type BegunRecovery, type Recovery, type Way } from './use-recovery.ts';

const WAYS = [
  { value: 'phone', text: 'СМС на телефон' },
  { value: 'email', text: 'Письмо на почту' },
] as const satisfies readonly { value: Way; text: string }[];

/** A new password for somebody who has forgotten his: a code to the confirmed phone or e-mail, then the password. */
export function RecoveryForm({ phone }: { phone: ReactNode }) {
  const { search } = useLocation();
  return (
    <>
      {canSendAnyCode() ? <ByCode /> : <ByPhoneOnly phone={phone} />}
      <p className={styles.forgot}>
        <Link to={loginWith(search)}>Войти с паролем</Link>
      </p>
      {phone !== undefined && canSendAnyCode() && (
        <p className={styles.forgot}>
          {isThereOneWay() ? LOST[usualWay('')] : 'Нет доступа к телефону и почте?'} Позвоните, дадим одноразовый
          пароль: {phone}
        </p>
      )}
    </>
  );
}

const LOST = { phone: 'Нет доступа к телефону?', email: 'Нет доступа к почте?' } as const;
const PROMISE = { phone: 'Пришлём код по СМС', email: 'Пришлём код на почту' } as const;

const isThereOneWay = (): boolean => ways().length === 1;
const ways = () => WAYS.filter(({ value }) => canSendCode(value));

/** The call is what helps, so it comes first. */
const ByPhoneOnly = ({ phone }: { phone: ReactNode }) => (
  <>
    <PageHead
      title="Новый пароль"
      lead="Самому задать его нельзя: СМС и письма с кодами отсюда пока не отправляются."
    />
    {phone !== undefined && <p className={styles.call}>Позвоните, дадим одноразовый пароль: {phone}</p>}
  </>
);

function ByCode() {
  const [login, setLogin] = useState('');
  const [by, setBy] = useState<Way>();
  const recovery = useRecovery();
  const way = by ?? usualWay(login);
  const begin = (): void => void recovery.begin({ login: login.trim(), by: way });
  return (
    <>
      <PageHead
        title="Новый пароль"
        lead={
          recovery.begun
            ? undefined
            : `${isThereOneWay() ? PROMISE[way] : 'Пришлём код'}, по нему вы придумаете новый пароль.`
        }
      />
      {recovery.begun ? (
        <FinishForm begun={recovery.begun} way={way} recovery={recovery} onAgain={begin} />
      ) : (
        <BeginForm login={login} way={way} recovery={recovery} onLogin={setLogin} onWay={setBy} onBegin={begin} />
      )}
    </>
  );
}

function usualWay(login: string): Way {
  const isEmail = canSendCode('email') && (login.includes('@') || !canSendCode('phone'));
  return isEmail ? 'email' : 'phone';
}

interface BeginFormProps {
  login: string;
  way: Way;
  recovery: Recovery;
  onLogin: (login: string) => void;
  onWay: (way: Way) => void;
  onBegin: () => void;
}

function BeginForm({ login, way, recovery: { isPending, errors, refuse }, onLogin, onWay, onBegin }: BeginFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (isPending) return;
    if (login.trim() === '') {
      refuse({ login: 'Введите номер договора, телефон или почту' });
      setTimeout(() => focusFirstWrong(form.current));
    } else onBegin();
  };
  return (
    <form ref={form} noValidate method="post" className={styles.form} onSubmit={submit}>
      <LoginField value={login} error={errors.login} onType={onLogin} />
      {!isThereOneWay() && <Chips label="Как прислать код" options={ways()} value={way} onChange={onWay} />}
      <Failure text={errors.form} />
      <Button type="submit" wide busy={isPending}>
        Прислать код
      </Button>
    </form>
  );
}

interface FinishFormProps {
  begun: BegunRecovery;
  way: Way;
  recovery: Recovery;
  onAgain: () => void;
}

function FinishForm({ begun, way, recovery, onAgain }: FinishFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [code, setCode] = useState('');
  const [password, setPassword] = useState('');
  const [otp, setOtp] = useState('');
  const { isPending, errors, wantsOtp } = recovery;
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (isPending) return;
    void recovery.finish({ code: code.trim(), password, otp: otp.trim() }, () =>
      setTimeout(() => focusFirstWrong(form.current)),
    );
  };
  return (
    <form ref={form} noValidate method="post" className={styles.form} onSubmit={submit}>
      <Callout tone="info" role="status" title={`Код действует до ${timeText(begun.expires_at)}.`}>
        {way === 'phone'
          ? 'Если у договора есть подтверждённый телефон, СМС уже в пути.'
          : 'Если у договора есть подтверждённая почта, письмо уже в пути. Проверьте и «Спам».'}
      </Callout>
      <Field
        // The visitor has just asked for the code: it is the next thing to type.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        label={way === 'phone' ? 'Код из СМС' : 'Код из письма'}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        value={code}
        error={errors.code}
        onChange={({ target }) => setCode(target.value)}
      />
      <NewPasswordField
        hint="От 8 знаков, не из номера договора и имени"
        value={password}
        error={errors.password}
        onType={setPassword}
      />
      {wantsOtp && (
        <OtpField
          hint="У вас включён второй шаг. Подойдёт и запасной код. Включали не вы? Позвоните нам"
          value={otp}
          error={errors.otp}
          onType={setOtp}
        />
      )}
      <Failure text={errors.form} />
      <Button type="submit" wide busy={isPending}>
        Сменить пароль и войти
      </Button>
      <Again at={begun.again_at} onAgain={onAgain} />
    </form>
  );
}

function Again({ at, onAgain }: { at: string; onAgain: () => void }) {
  const until = Date.parse(at);
  const left = Math.ceil((until - useNow()) / 1000);
  return (
    <p className={own.again}>
      {left > 0 ? (
        `Новый код можно запросить через\u00a0${clockText(left)}`
      ) : (
        <TextButton onClick={onAgain}>Прислать новый код</TextButton>
      )}
    </p>
  );
}

function Failure({ text }: { text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <Callout tone="bad" role="alert" title="Не получилось.">
      {text}.
    </Callout>
  );
}
