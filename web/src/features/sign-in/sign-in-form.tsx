import { Suspense, useEffect, useRef, useState, type KeyboardEvent, type SubmitEvent } from 'react';
import { useOnline } from '#web/lib/page/online.ts';
import { takeTapped } from '#web/lib/page/tapped.ts';
import { clockText } from '#web/lib/clock/use-now.ts';
import { Button } from '#web/ui/button/button.tsx';
import { Callout } from '#web/ui/card/callout.tsx';
import { lazyPart } from '#web/shared/page/lazy-part.tsx';
import { focusFirstWrong, PasswordField } from '#web/ui/field/field.tsx';
import { LoginField } from './login-field.tsx';
import styles from './sign-in.module.css';
import { useSignIn } from './use-sign-in.ts';

const fields = () => import('./extra-fields.tsx');
const OtpField = lazyPart(async () => (await fields()).OtpField);
const NewPasswordField = lazyPart(async () => (await fields()).NewPasswordField);

/** Every keyboard event has the state of Caps Lock. */
function useCapsLock() {
  const [isOn, setOn] = useState(false);
  const look = (event: KeyboardEvent): void => setOn(event.getModifierState('CapsLock'));
  return { isOn, watch: { onKeyDown: look, onKeyUp: look } };
}

/** Login and password. Errors keep the input. */
export function SignInForm() {
  const form = useRef<HTMLFormElement>(null);
  const first = useRef<HTMLInputElement>(null);
  const [login, setLogin] = useState('');
  const [password, setPassword] = useState('');
  const [otp, setOtp] = useState('');
  const [fresh, setFresh] = useState('');
  const capsLock = useCapsLock();
  const { submit, isPending, errors, lockedFor, wanted } = useSignIn(login);
  const [isReady, setReady] = useState(false);
  const isLocked = lockedFor !== undefined && lockedFor > 0;

  // What was typed, or filled in by the browser, before the script came.
  useEffect(() => {
    const typed = (name: string) => form.current?.querySelector<HTMLInputElement>(`[name=${name}]`)?.value ?? '';
    setLogin((text) => text || typed('login'));
    setPassword((text) => text || typed('password'));
    setReady(true);
  }, []);

  useEffect(() => {
    if (isReady && takeTapped((button) => button.form === form.current)) form.current?.requestSubmit();
  }, [isReady]);

  // No autofocus on a phone: its keyboard would hide half of the page. Nor away from a field in which somebody already types: the rest of
  // a password would be seen in the field above.
  useEffect(() => {
    if (document.activeElement === document.body && window.matchMedia('(pointer: fine)').matches)
      first.current?.focus();
  }, []);

  const send = (event: SubmitEvent): void => {
    event.preventDefault();
    if (isPending || isLocked) return;
    void submit({ login, password, otp, fresh }, () => setTimeout(() => focusFirstWrong(form.current)));
  };

  return (
    <form ref={form} noValidate method="post" className={styles.form} onSubmit={send}>
      <LoginField ref={first} withPasskeys value={login} error={errors.login} onType={setLogin} />
      <PasswordField
        label="Пароль"
        name="password"
        value={password}
        hint={capsLock.isOn ? 'Включён Caps Lock: буквы будут заглавными' : undefined}
        error={errors.password}
        onChange={({ target }) => setPassword(target.value)}
        {...capsLock.watch}
      />
      <Suspense fallback={null}>
        {wanted.otp && <OtpField hint="Или один из запасных кодов" value={otp} error={errors.otp} onType={setOtp} />}
        {wanted.fresh && (
          <NewPasswordField
            isNext
            hint="Ваш пароль одноразовый. Придумайте свой: от 8 знаков, не из номера договора и имени"
            value={fresh}
            error={errors.fresh}
            onType={setFresh}
          />
        )}
      </Suspense>
      <Trouble form={errors.form} lockedFor={lockedFor} />
      {/* Before the script has come, the browser would send the form itself. */}
      <Button type={isReady ? 'submit' : 'button'} wide busy={isPending} aria-disabled={isLocked || undefined}>
        {isLocked ? `Войти можно через ${clockText(lockedFor)}` : 'Войти'}
      </Button>
    </form>
  );
}

/** An error of the whole form: no network, the server is down, too many attempts. */
function Trouble({ form, lockedFor }: { form: string | undefined; lockedFor: number | undefined }) {
  const isOnline = useOnline();
  if (!isOnline) {
    return (
      <Callout tone="wait" icon="wifi-off" role="status" title="Нет сети.">
        Войдёте, когда она появится. То, что вы ввели, останется.
      </Callout>
    );
  }
  if (lockedFor === 0) {
    return (
      <Callout tone="ok" role="status" title="Можно пробовать снова.">
        {'Проверьте раскладку и Caps Lock.'}
      </Callout>
    );
  }
  if (lockedFor !== undefined) {
    return (
      <Callout tone="wait" icon="clock" role="alert" title="Слишком много попыток входа.">
        Подождите: отсчёт на кнопке. Если пароль забыт, его можно сменить по коду: ссылка ниже.
      </Callout>
    );
  }
  if (form === undefined) return null;
  return (
    <Callout tone="bad" role="alert" title="Войти не получилось.">
      {form}.
    </Callout>
  );
}
