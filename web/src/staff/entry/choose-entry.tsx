import { useRef, useState, type SubmitEvent } from 'react';
import { now } from '#web/lib/clock/clock.ts';
import { dayOf, momentText } from '#web/lib/text/format.ts';
import { QrCode } from '#web/shared/page/qr-code.tsx';
import { Button, ButtonRow } from '#web/ui/button/button.tsx';
import { Field, focusFirstWrong, PasswordField } from '#web/ui/field/field.tsx';
import { copyText } from '#web/ui/toast/copy.ts';
import { sendForStaff } from '../api/client.ts';
import { contract, type Request, type Wire } from '../api/contract.ts';
import { rolesText } from '../api/role-words.ts';
import styles from './entry.module.css';
import { OpenIdButton } from './openid-button.tsx';
import { makeForStaff, mayHavePasskeys } from './staff-passkey.ts';
import { TroubleNote, useTrouble } from './trouble.tsx';

type Opened = Wire<typeof contract.entry.openInvitation>;
type Accepted = Wire<typeof contract.entry.acceptInvitation>;
type Second = Pick<Request<typeof contract.entry.acceptInvitation>['body'], 'app_code' | 'passkey'>;

interface ChooseProps {
  code: string;
  invited: Opened;
  onDone: (accepted: Accepted) => void;
}

/** What a person comes in by from now on: a password, and a passkey or an app. */
export function ChooseEntry({ code, invited, onDone }: ChooseProps) {
  const [password, setPassword] = useState('');
  const [appCode, setAppCode] = useState('');
  const [isPending, setPending] = useState(false);
  const trouble = useTrouble();
  const form = useRef<HTMLFormElement>(null);
  // A passkey that is made stays good while the password is chosen anew.
  const made = useRef<Awaited<ReturnType<typeof makeForStaff>>>(undefined);
  const accept = async (second: Second): Promise<void> => {
    await sendForStaff(contract.entry.acceptInvitation, { body: { code, password, ...second } }).then(onDone);
  };
  const acceptByPasskey = async (): Promise<void> => {
    made.current ??= await makeForStaff(invited.passkey);
    if (made.current) await accept({ passkey: made.current });
  };
  const enter = (work: () => Promise<void>): void => {
    if (isPending) return;
    setPending(true);
    trouble.clear();
    void work()
      .catch((refusal: unknown) => {
        trouble.refuse(refusal as Error);
        setTimeout(() => focusFirstWrong(form.current));
      })
      .finally(() => setPending(false));
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    enter(() => accept({ app_code: appCode.trim() }));
  };
  const { fields, message, locked } = trouble;
  const wrongPassword = fields['body.password'];
  const wrongCode = fields['body.app_code'] ?? (trouble.code === 'second_step_refused' ? message : undefined);
  const today = dayOf(now());
  return (
    <>
      <div>
        <h1>{invited.name}, здравствуйте</h1>
        <p className={styles.lead}>
          Логин <b>{invited.login}</b>, роли: {rolesText(invited.roles)}. Приглашение действует до{' '}
          {momentText(invited.until, today)}.
        </p>
      </div>
      <OpenIdButton invitation={code} />
      <form ref={form} noValidate method="post" className={styles.steps} onSubmit={submit}>
        <section className={styles.step}>
          <h2>1. Придумайте пароль</h2>
          <input type="hidden" autoComplete="username" name="login" value={invited.login} readOnly />
          <PasswordField
            label="Пароль"
            name="password"
            autoComplete="new-password"
            hint="От 12 знаков. Пароли из утечек не подойдут"
            value={password}
            error={wrongPassword}
            onChange={({ target }) => setPassword(target.value)}
          />
        </section>
        <section className={styles.step}>
          <h2>2. Выберите второй шаг</h2>
          {mayHavePasskeys() && (
            <>
              <p>
                Ключ этого устройства: отпечаток, лицо или ПИН. Им входят и без пароля, и его не выманить чужой
                странице.
              </p>
              <ButtonRow>
                <Button look="soft" icon="key" busy={isPending} onClick={() => enter(acceptByPasskey)}>
                  Сделать ключ и войти
                </Button>
              </ButtonRow>
              <h3>Или приложение с кодами</h3>
            </>
          )}
          <div className={styles.app}>
            <QrCode payload={invited.key_url} label="Код для приложения" />
            <div className={styles.step}>
              <p>
                Откройте на телефоне приложение с кодами (например, Яндекс Ключ) и наведите камеру. Если камеры нет,
                введите ключ:
              </p>
              <p className={styles.key}>{invited.key}</p>
              <ButtonRow>
                <Button
                  look="plain"
                  size="sm"
                  icon="copy"
                  onClick={() => void copyText(invited.key, 'Скопировали ключ')}
                >
                  Скопировать ключ
                </Button>
              </ButtonRow>
            </div>
          </div>
          <Field
            label="Код, который показывает приложение"
            name="app_code"
            autoComplete="one-time-code"
            inputMode="numeric"
            value={appCode}
            error={wrongCode}
            onChange={({ target }) => setAppCode(target.value)}
          />
        </section>
        <TroubleNote message={(wrongPassword ?? wrongCode) ? undefined : message} locked={locked} />
        <ButtonRow>
          <Button type="submit" busy={isPending} aria-disabled={locked > 0 || undefined}>
            Войти
          </Button>
        </ButtonRow>
      </form>
    </>
  );
}
