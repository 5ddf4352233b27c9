import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { readable } from '#web/lib/text/readable.ts';
import { errorLoad } from '#web/lib/text/texts.ts';
import { dayOf, momentText } from '#web/lib/text/format.ts';
import { now } from '#web/lib/clock/clock.ts';
import { useNavigate } from '#web/lib/page/router.tsx';
import { QrCode } from '#web/shared/page/qr-code.tsx';
import { Button, ButtonRow } from '#web/ui/button/button.tsx';
import { Callout } from '#web/ui/card/callout.tsx';
import { Skeleton } from '#web/ui/card/skeleton.tsx';
import { Field, focusFirstWrong, PasswordField } from '#web/ui/field/field.tsx';
import { copyText } from '#web/ui/toast/copy.ts';
import { sendForStaff } from '../api/client.ts';
import { contract, type Wire } from '../api/contract.ts';
import type { Me } from '../api/me.ts';
import { rolesText } from '../api/role-words.ts';
import styles from './entry.module.css';
import { SpareCodeList } from './spare-code-list.tsx';
import { TroubleNote, useTrouble } from './trouble.tsx';

type Opened = Wire<typeof contract.entry.openInvitation>;
type Accepted = Wire<typeof contract.entry.acceptInvitation>;

/** The code of a link stands behind its `#`, so that no server logs it; it leaves the address at once. */
function codeOfLink(): string {
  const code = decodeURIComponent(window.location.hash.slice(1));
  if (code !== '') window.history.replaceState(null, '', window.location.pathname);
  return code;
}

/** The first entry of a person: a password, an app with codes, ten spare codes. */
export function InvitationPage({ onEntered }: { onEntered: (me: Me) => void }) {
  const [code] = useState(codeOfLink);
  const [opened, setOpened] = useState<Opened>();
  const [failure, setFailure] = useState<Error>();
  const [accepted, setAccepted] = useState<Accepted>();
  const isAsked = useRef(false);
  useEffect(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    sendForStaff(contract.entry.openInvitation, { body: { code } }).then(setOpened, setFailure);
  }, [code]);
  return (
    <main id="main" className={styles.gate}>
      <div className={`${styles.door} ${styles.wide}`}>
        {failure && (
          <Callout tone="bad" role="alert" title="Приглашение не открылось.">
            {readable(failure.message, errorLoad)}.
          </Callout>
        )}
        {!opened && !failure && <Skeleton height="12rem" round="md" />}
        {opened && !accepted && <Choose code={code} invited={opened} onDone={setAccepted} />}
        {accepted && <SpareCodes accepted={accepted} onEntered={onEntered} />}
      </div>
    </main>
  );
}

interface ChooseProps {
  code: string;
  invited: Opened;
  onDone: (accepted: Accepted) => void;
}

function Choose({ code, invited, onDone }: ChooseProps) {
  const [password, setPassword] = useState('');
  const [appCode, setAppCode] = useState('');
  const [isPending, setPending] = useState(false);
  const trouble = useTrouble();
  const form = useRef<HTMLFormElement>(null);
  const accept = (event: SubmitEvent): void => {
    event.preventDefault();
    if (isPending) return;
    setPending(true);
    trouble.clear();
    sendForStaff(contract.entry.acceptInvitation, { body: { code, password, app_code: appCode.trim() } })
      .then(onDone, (refusal: unknown) => {
        trouble.refuse(refusal as Error);
        setTimeout(() => focusFirstWrong(form.current));
      })
      .finally(() => setPending(false));
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
      <form ref={form} noValidate method="post" className={styles.steps} onSubmit={accept}>
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
          <h2>2. Подключите приложение с кодами</h2>
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

/** Shown this once: each lets in one time without the app. */
function SpareCodes({ accepted, onEntered }: { accepted: Accepted; onEntered: (me: Me) => void }) {
  const navigate = useNavigate();
  const codes = accepted.spare_codes;
  const go = (): void => {
    onEntered(accepted.me);
    navigate('/', { replace: true });
  };
  return (
    <>
      <div>
        <h1>Вы вошли. Сохраните запасные коды</h1>
        <p className={styles.lead}>
          Каждый один раз пустит без телефона. Больше мы их не покажем: распечатайте или перепишите.
        </p>
      </div>
      <SpareCodeList codes={codes} />
      <ButtonRow>
        <Button onClick={go}>Открыть рабочее место</Button>
        <Button look="plain" icon="copy" onClick={() => void copyText(codes.join('\n'), 'Скопировали коды')}>
          Скопировать
        </Button>
        <Button look="plain" onClick={() => window.print()}>
          Напечатать
        </Button>
      </ButtonRow>
    </>
  );
}
