import { useState, type SyntheticEvent } from 'react';
import { brokenRules, madePassword } from '@kabinet/contract/kernel/service-password';
import { ApiError } from '#web/api/api-error.ts';
import { contract, type Wire } from '#web/api/contract.ts';
import { useAction } from '#web/api/use-call.ts';
import { timeText } from '#web/lib/text/format.ts';
import { readable } from '#web/lib/text/readable.ts';
import { Link } from '#web/lib/page/router.tsx';
import { useNow } from '#web/lib/clock/use-now.ts';
import { canSendAnyCode } from '#web/shared/contact/code-ways.ts';
import { PasswordRules } from '#web/shared/service/password/password-rules.tsx';
import { SupportLine } from '#web/shared/service/page/service-support.tsx';
import { Button, ButtonRow, TextButton } from '#web/ui/button/button.tsx';
import { Callout } from '#web/ui/card/callout.tsx';
import { Checkbox, Field } from '#web/ui/field/field.tsx';
import { CopyButton } from './copy-button.tsx';
import type { InternetEntry } from './entry-data.ts';
import styles from './entry.module.css';
import { bareCode, sixDigits } from '#web/ui/dialog/within.ts';

type Sent = Wire<typeof contract.internetUser.sendPassword>;

const RETRY = 'Не получилось. Повторите через минуту';
const WAYS = { phone: 'СМС на', email: 'Письмо на' } as const;

interface NewPasswordProps {
  entry: InternetEntry;
  onCancel: () => void;
}

/** «Не помню»: a code to a confirmed contact, then a new password, which is shown once. */
export function NewPassword({ entry, onCancel }: NewPasswordProps) {
  const [sent, setSent] = useState<Sent>();
  const [done, setDone] = useState<Done>();
  if (done) return <Ready done={done} login={entry.login} />;
  return (
    <section className={styles.part} aria-label="Новый пароль">
      <h3>Новый пароль для&nbsp;входа в&nbsp;сеть</h3>
      <Session entry={entry} />
      {sent ? (
        <ByCode entry={entry} sent={sent} onSent={setSent} onDone={setDone} onCancel={onCancel} />
      ) : (
        <Channels entry={entry} onSent={setSent} onCancel={onCancel} />
      )}
    </section>
  );
}

/** What a new password does to the connection that is on. */
function Session({ entry: { session, is_by_line: isByLine } }: { entry: InternetEntry }) {
  if (isByLine) {
    return <p className={styles.note}>Роутер входит по&nbsp;линии, без пароля: связь не&nbsp;прервётся.</p>;
  }
  if (!session)
    return <p className={styles.note}>Роутер сейчас не&nbsp;в&nbsp;сети. Впишите в&nbsp;него новый пароль.</p>;
  return (
    <Callout tone="wait" title={`Роутер в\u00a0сети с\u00a0${timeText(session.since)}.`}>
      Прежний пароль перестанет подходить. Связь вернётся, когда впишете новый в&nbsp;роутер.
    </Callout>
  );
}

function useSending(userId: number, onSent: (sent: Sent) => void) {
  const [failure, setFailure] = useState<string>();
  const { mutate, isPending } = useAction(contract.internetUser.sendPassword);
  const send = (channel: Sent['channel']): void => {
    setFailure(undefined);
    mutate(
      { body: { user_id: userId, channel } },
      { onSuccess: onSent, onError: (error) => setFailure(readable(error.message, RETRY)) },
    );
  };
  return { send, isPending, failure };
}

function Channels({ entry, onSent, onCancel }: NewPasswordProps & { onSent: (sent: Sent) => void }) {
  const { send, isPending, failure } = useSending(entry.user_id, onSent);
  if (entry.recover.length === 0) {
    return (
      <>
        {canSendAnyCode() && (
          <p>
            Код послать некуда: в&nbsp;договоре нет подтверждённого телефона и&nbsp;почты.{' '}
            <Link to="/settings/mobile">Подтвердить телефон</Link>
          </p>
        )}
        <SupportLine>
          {canSendAnyCode()
            ? 'Или пароль задаст поддержка'
            : 'Коды отсюда пока не отправляются. Новый пароль задаст поддержка'}
        </SupportLine>
      </>
    );
  }
  return (
    <div className={styles.form}>
      <p className={styles.note}>Пришлём код: так мы убедимся, что это вы.</p>
      {entry.recover.map(({ channel, to }, index) => (
        <Button
          key={channel}
          look={index === 0 ? 'solid' : 'soft'}
          wide
          icon={channel === 'phone' ? 'smartphone' : 'mail'}
          busy={isPending}
          onClick={() => send(channel)}
        >
          {`${WAYS[channel]} ${to}`}
        </Button>
      ))}
      {failure !== undefined && <p role="alert">{failure}</p>}
      <Button look="plain" onClick={onCancel}>
        Не&nbsp;менять
      </Button>
    </div>
  );
}

interface Done {
  readonly password: string;
  readonly areEnded: boolean;
}

interface ByCodeProps extends NewPasswordProps {
  sent: Sent;
  onSent: (sent: Sent) => void;
  onDone: (done: Done) => void;
}

const random = (count: number) => crypto.getRandomValues(new Uint8Array(count));

interface Wrong {
  readonly code?: string | undefined;
  readonly fresh?: string | undefined;
}

function wrongOf(failure: Error): Wrong {
  const errors = failure instanceof ApiError ? failure.errors : {};
  const fresh = errors['body.new_password'];
  return fresh === undefined ? { code: readable(failure.message, RETRY) } : { fresh };
}

function ByCode({ entry, sent, onSent, onDone, onCancel }: ByCodeProps) {
  const [code, setCode] = useState('');
  const [fresh, setFresh] = useState(() => madePassword(random));
  const [ends, setEnds] = useState(!entry.is_by_line);
  const [wrong, setWrong] = useState<Wrong>({});
  const { mutate, isPending } = useAction(contract.internetUser.resetPassword);
  const broken = brokenRules(fresh, entry.password.own_words);
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    const found: Wrong = {
      ...(!/^\d{6}$/.test(bareCode(code)) && { code: 'Код: 6 цифр' }),
      ...(broken.length > 0 && { fresh: 'Пароль не подойдёт: смотрите правила ниже' }),
    };
    setWrong(found);
    if (Object.keys(found).length > 0) return;
    mutate(
      { body: { user_id: entry.user_id, code: bareCode(code), new_password: fresh, end_sessions: ends } },
      {
        onSuccess: ({ are_sessions_ended: areEnded }) => onDone({ password: fresh, areEnded }),
        onError: (failure) => setWrong(wrongOf(failure)),
      },
    );
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <Field
        label={`Код, отправили: ${sent.to}`}
        inputMode="numeric"
        autoComplete="one-time-code"
        {...sixDigits({ value: code, hint: `Действует до ${timeText(sent.expires_at)}`, error: wrong.code })}
        onChange={({ target }) => setCode(target.value)}
      />
      <Again entry={entry} sent={sent} onSent={onSent} />
      <Field
        label="Новый пароль"
        autoComplete="new-password"
        autoCapitalize="none"
        spellCheck={false}
        value={fresh}
        error={wrong.fresh}
        hint="Придумали за вас, можно вписать свой"
        onChange={({ target }) => setFresh(target.value)}
      />
      {broken.length > 0 && <PasswordRules broken={broken} isEmpty={fresh === ''} />}
      {!entry.is_by_line && entry.session && (
        <Checkbox checked={ends} onChange={({ target }) => setEnds(target.checked)}>
          Отключить то, что вошло по&nbsp;старому паролю
        </Checkbox>
      )}
      <ButtonRow stacked>
        <Button type="submit" busy={isPending}>
          Задать пароль
        </Button>
        <Button look="plain" onClick={onCancel}>
          Не&nbsp;менять
        </Button>
      </ButtonRow>
    </form>
  );
}

/** Another code, if the first did not come. */
function Again({ entry, sent, onSent }: Pick<ByCodeProps, 'entry' | 'sent' | 'onSent'>) {
  const { send, isPending, failure } = useSending(entry.user_id, onSent);
  const left = Math.ceil((Date.parse(sent.again_at) - useNow()) / 1000);
  if (left > 0) return <p className={styles.note}>{`Не пришёл? Новый код — через ${left}\u00a0с.`}</p>;
  return (
    <p className={styles.note}>
      <TextButton aria-disabled={isPending} onClick={() => send(sent.channel)}>
        Прислать новый код
      </TextButton>
      {failure !== undefined && <span role="alert"> {failure}</span>}
    </p>
  );
}

/** The new password, shown only until the sheet closes. */
function Ready({ done: { password, areEnded }, login }: { done: Done; login: string }) {
  return (
    <section className={styles.part} role="status" aria-label="Новый пароль">
      <div className={styles.head}>
        <h3>Новый пароль, логин {login}</h3>
        <CopyButton what="пароль" value={password} />
      </div>
      <p className={styles.big}>{password}</p>
      <p className={styles.note}>
        Запишите его сейчас: закроете — больше не&nbsp;покажем.{' '}
        {areEnded ? 'Прежнее подключение завершаем: впишите пароль в\u00a0роутер.' : 'Подключение не\u00a0прервали.'}
      </p>
    </section>
  );
}
