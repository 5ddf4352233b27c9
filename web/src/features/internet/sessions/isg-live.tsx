import { useEffect, useState } from 'react';
import { contract } from '#web/api/contract.ts';
import { outdate, useAction } from '#web/api/use-call.ts';
import { useQueryClient } from '@tanstack/react-query';
import { now } from '#web/lib/clock/clock.ts';
import { bytes, dayOf, momentText } from '#web/lib/text/format.ts';
import type { User } from '#web/shared/data/frame-data.ts';
import { Button, ButtonRow } from '#web/ui/button/button.tsx';
import { Card } from '#web/ui/card/card.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { KeyValues } from '#web/ui/text/rows.tsx';
import { State } from '#web/ui/card/state.tsx';
import { sayError } from '#web/ui/toast/toast-store.ts';
import { lastText, type IsgSession } from './isg-periods.ts';
import styles from './isg-sessions.module.css';

const LOOK_AGAIN_MS = 3000;

/** Live sessions, above everything else; each can be ended. */
export function LiveCard({ user, sessions }: { user: User; sessions: readonly IsgSession[] }) {
  const cache = useQueryClient();
  const isEnding = sessions.some(({ state }) => state === 'ending');
  useEffect(() => {
    if (!isEnding) return undefined;
    const timer = setInterval(() => void outdate(cache, ['internet-account']), LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [isEnding, cache]);
  if (sessions.length === 0) return null;
  return (
    <Card title="Сейчас в сети">
      <div className={styles.lives} aria-live="polite">
        {sessions.map((session) => (
          <Live key={session.internet_session_id} user={user} session={session} />
        ))}
      </div>
    </Card>
  );
}

function Live({ user, session }: { user: User; session: IsgSession }) {
  const [isAsked, setAsked] = useState(false);
  const end = useAction(contract.internetUser.endSession);
  const { internet_session_id, state } = session;
  const confirm = (): void => {
    const body = { user_id: user.user_id, internet_session_id };
    end.mutate(
      { body },
      {
        onSuccess: () => setAsked(false),
        onError: (failure) => sayError(failure, 'Сеанс не завершён. Проверьте связь и повторите', 'Сеанс не завершён'),
      },
    );
  };
  return (
    <div className={styles.live}>
      <SessionFacts session={session} />
      {state === 'ending' ? (
        <State tone="info">Завершаем…</State>
      ) : (
        <ButtonRow>
          <Button look="cut" size="sm" onClick={() => setAsked(true)}>
            Завершить сеанс
          </Button>
        </ButtonRow>
      )}
      <Dialog
        open={isAsked}
        onClose={() => setAsked(false)}
        title="Завершить сеанс?"
        actions={
          <>
            <Button look="cut" busy={end.isPending} onClick={confirm}>
              Завершить сеанс
            </Button>
            <Button look="line" onClick={() => setAsked(false)}>
              Не завершать
            </Button>
          </>
        }
      >
        <p>Интернет на&nbsp;этом подключении прервётся. Роутер обычно подключается снова сам за&nbsp;минуту.</p>
      </Dialog>
    </div>
  );
}

function SessionFacts({ session }: { session: IsgSession }) {
  const { start, seconds, address, mac, port, bytes_in, bytes_out } = session;
  return (
    <KeyValues
      two
      list={[
        ['Начался', `${momentText(start, dayOf(now()))}, идёт\u00a0${lastText(seconds)}`],
        ['Трафик', `принято\u00a0${bytes(bytes_in)}, отправлено\u00a0${bytes(bytes_out)}`],
        ['Адрес', address],
        mac !== null && ['MAC', mac.toUpperCase()],
        port !== null && ['Порт', port],
      ]}
    />
  );
}
