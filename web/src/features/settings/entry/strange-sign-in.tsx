import { useState } from 'react';
import { contract, type Wire } from '#web/api/contract.ts';
import { useAction, useCall } from '#web/api/use-call.ts';
import { now } from '#web/lib/clock/clock.ts';
import { dayOf, momentText } from '#web/lib/text/format.ts';
import { Link, useLocation, useNavigate } from '#web/lib/page/router.tsx';
import { Button, ButtonRow } from '#web/ui/button/button.tsx';
import { Callout } from '#web/ui/card/callout.tsx';
import { Card } from '#web/ui/card/card.tsx';
import { KeyValues } from '#web/ui/text/rows.tsx';
import { sayError, saySuccess } from '#web/ui/toast/toast-store.ts';
import { strangeSession } from '../overview/entry.texts.ts';
import { PasswordDialog } from './password-dialog.tsx';
import styles from '../settings.module.css';

type Session = Wire<typeof contract.auth.sessions>[number];

/**
 * A notice of a sign-in from a new device leads here: it ends that session, then asks for a new password. Without the notice it asks
 * about the sign-in that nobody has answered for.
 */
export function StrangeSignIn() {
  const navigate = useNavigate();
  const { search } = useLocation();
  const { data: messages } = useCall(contract.notice.getMessages, {});
  const { data: sessions } = useCall(contract.auth.sessions, {});
  const { mutate } = useAction(contract.notice.readMessage);
  const found = new URLSearchParams(search).get('strange') ?? strangeSession({ messages, sessions });
  // It stays until it is answered: the session ends before the password is new.
  const [asked, setAsked] = useState(found);
  if (asked === undefined && found !== undefined) setAsked(found);
  if (asked === undefined) return null;
  const leave = (): void => {
    setAsked(undefined);
    navigate('/settings/security', { replace: true });
  };
  const message = messages?.find(({ topic }) => topic === `session:${asked}`);
  const own = (): void => {
    const onError = (failure: Error): void => void sayError(failure, 'Ответ не записали. Повторите через минуту');
    if (message) mutate({ body: { id: message.id } }, { onSuccess: leave, onError });
    else leave();
  };
  return <Question key={asked} sessionId={asked} onOwn={own} onLeave={leave} />;
}

interface Answering {
  /** It was the subscriber himself. */
  onOwn: () => void;
  onLeave: () => void;
}

function Question({ sessionId, ...answering }: Answering & { sessionId: string }) {
  const { data: sessions } = useCall(contract.auth.sessions, {});
  const { data: ways } = useCall(contract.security.get, {});
  const session = sessions?.find(({ session_id }) => session_id === sessionId);
  if (!sessions || !ways || session?.is_current) return null;
  return <Answers ways={ways} session={session} {...answering} />;
}

interface AnswersProps extends Answering {
  ways: Wire<typeof contract.security.get>;
  session: Session | undefined;
}

function Answers({ ways: { password }, session, onOwn, onLeave }: AnswersProps) {
  const [isClosed, setClosed] = useState(false);
  const [former] = useState(password.changed_at);
  const [isChanging, setChanging] = useState(false);
  const change = (): void => {
    setClosed(true);
    setChanging(true);
  };
  if (password.changed_at !== former) return <Rest />;
  return (
    <Card title={isClosed ? 'Осталось сменить пароль' : 'Это были вы?'}>
      <Seen session={session} />
      <p className={styles.note}>{session || isClosed ? ADVICE : OVER}</p>
      <div className={styles.others}>
        <ButtonRow>
          {isClosed ? <Button onClick={change}>Сменить пароль</Button> : <EndOthers onEnded={change} />}
          <Button look="plain" onClick={isClosed ? onLeave : onOwn}>
            {isClosed ? 'Не менять' : 'Это я'}
          </Button>
        </ButtonRow>
      </div>
      <PasswordDialog open={isChanging} policy={password} onClose={() => setChanging(false)} />
    </Card>
  );
}

/** What to check after that: a new password ends sessions, but keeps other access that a stranger may have added. */
const Rest = () => (
  <Callout
    tone="ok"
    role="status"
    title="Пароль новый."
    action={<Link to="/settings/access">Проверить, кто ещё может войти</Link>}
  >
    Ключи, доступы и контакты остались: чужое удалите.
  </Callout>
);

const ADVICE =
  'Если нет, закроем кабинет везде, кроме этого устройства, и попросим новый пароль. Потом проверьте, кто ещё может войти.';
const OVER = 'Этот сеанс уже закончился. Если входили не вы, закройте кабинет везде и смените пароль.';

function Seen({ session }: { session: Session | undefined }) {
  if (!session) return null;
  return (
    <KeyValues
      list={[
        ['Устройство', session.browser],
        ['Сеть', session.network],
        ['Вошли', momentText(session.started_at, dayOf(now()))],
      ]}
    />
  );
}

function EndOthers({ onEnded }: { onEnded: () => void }) {
  const { mutate, isPending } = useAction(contract.auth.endSession);
  const end = (): void =>
    mutate(
      { body: { others: true } },
      {
        onSuccess: () => {
          saySuccess('Закрыли', 'Кабинет открыт только здесь. Теперь смените пароль');
          onEnded();
        },
        onError: (failure) => sayError(failure, 'Закрыть не получилось. Повторите через минуту'),
      },
    );
  return (
    <Button busy={isPending} onClick={end}>
      Это не я
    </Button>
  );
}
