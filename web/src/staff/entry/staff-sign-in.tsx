import { useRef, useState } from 'react';
import type { ProblemCode } from '@kabinet/contract/kernel/problem';
import { Button } from '#web/ui/button/button.tsx';
import { Field, focusFirstWrong, PasswordField } from '#web/ui/field/field.tsx';
import { sendForStaff } from '../api/client.ts';
import { contract } from '../api/contract.ts';
import type { Me } from '../api/me.ts';
import styles from './entry.module.css';
import { OpenIdButton } from './openid-button.tsx';
import { mayHavePasskeys, signForStaff } from './staff-passkey.ts';
import { TroubleNote, useTrouble } from './trouble.tsx';

interface SignInProps {
  /** Of whoever worked here before the session ended; otherwise empty. */
  login: string;
  onEntered: (me: Me) => void;
}

const OF_CODE: readonly (ProblemCode | undefined)[] = ['second_step_refused', 'second_step_needed'];

type Typed = Readonly<Record<'login' | 'password' | 'code', string>>;

const emptyIn = ({ login, password, code }: Typed): Partial<Typed> => ({
  ...(login.trim() === '' && { login: 'Введите логин' }),
  ...(password === '' && { password: 'Введите пароль' }),
  ...(code.trim() === '' && { code: 'Введите код из приложения или запасной код' }),
});

/** Which field is wrong; the server never says whether login or password was, so that is told at the password, which is retyped first. */
const refusedIn = ({ code, message, fields }: ReturnType<typeof useTrouble>) => ({
  login: fields['body.login'],
  password: code === 'login_refused' ? message : fields['body.password'],
  code: OF_CODE.includes(code) ? message : fields['body.code'],
});

/** Login, password and a code of the app at once: all three are always needed. Tells nothing about the company. */
export function StaffSignIn({ login: before, onEntered }: SignInProps) {
  const [typed, setTyped] = useState<Typed>({ login: before, password: '', code: '' });
  const [empty, setEmpty] = useState<Partial<Typed>>({});
  const [isPending, setPending] = useState(false);
  const trouble = useTrouble();
  const form = useRef<HTMLFormElement>(null);
  const showErrors = () => setTimeout(() => focusFirstWrong(form.current));

  const enter = async (): Promise<void> => {
    const missing = emptyIn(typed);
    setEmpty(missing);
    trouble.clear();
    if (Object.keys(missing).length > 0) return void showErrors();
    setPending(true);
    try {
      const { login, password, code } = typed;
      onEntered(
        await sendForStaff(contract.entry.signIn, { body: { login: login.trim(), password, code: code.trim() } }),
      );
    } catch (refusal) {
      trouble.refuse(refusal as Error);
      setPending(false);
      showErrors();
    }
  };

  const byPasskey = async (): Promise<void> => {
    setEmpty({});
    trouble.clear();
    try {
      const passkey = await signForStaff();
      if (!passkey) return;
      setPending(true);
      onEntered(await sendForStaff(contract.entry.signInByPasskey, { body: { passkey } }));
    } catch (refusal) {
      trouble.refuse(refusal as Error);
      setPending(false);
    }
  };

  const { message, locked } = trouble;
  const errors = { ...refusedIn(trouble), ...empty };
  const isToldAtField = Object.values(errors).some((error) => error !== undefined);
  const type = (name: keyof Typed) => ({
    name,
    value: typed[name],
    error: errors[name],
    onChange: ({ target }: { target: { value: string } }) => setTyped({ ...typed, [name]: target.value }),
  });

  return (
    <main id="main" className={styles.gate}>
      <div className={styles.door}>
        <div>
          <h1>Рабочее место</h1>
          {before !== '' && (
            <p className={styles.lead}>Сеанс закончился. Войдите снова: то, что вы ввели, не пропало.</p>
          )}
        </div>
        <form
          ref={form}
          noValidate
          method="post"
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault();
            if (!isPending && locked === 0) void enter();
          }}
        >
          <Field
            {...type('login')}
            // There is nothing else to do here.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus={before === ''}
            label="Логин"
            autoComplete="username"
            autoCapitalize="off"
            spellCheck={false}
          />
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus */}
          <PasswordField {...type('password')} autoFocus={before !== ''} label="Пароль" />
          <Field
            {...type('code')}
            label="Код"
            hint="Из приложения или запасной"
            autoComplete="one-time-code"
            autoCapitalize="off"
            spellCheck={false}
          />
          <TroubleNote message={isToldAtField ? undefined : message} locked={locked} />
          <Button type="submit" wide busy={isPending} aria-disabled={locked > 0 || undefined}>
            Войти
          </Button>
        </form>
        {mayHavePasskeys() && (
          <Button look="line" icon="key" wide busy={isPending} onClick={() => void byPasskey()}>
            Войти ключом
          </Button>
        )}
        <OpenIdButton />
      </div>
    </main>
  );
}
