import { useState } from 'react';
import { ROLE_OF } from '@kabinet/contract/kernel/sharing';
import { contract, type Wire } from '#web/api/contract.ts';
import { useAction, useCall } from '#web/api/use-call.ts';
import { now } from '#web/lib/clock/clock.ts';
import { counted, dayOf, momentText } from '#web/lib/text/format.ts';
import { Button, ButtonRow } from '#web/ui/button/button.tsx';
import { ErrorBlock } from '#web/ui/card/callout.tsx';
import { Card } from '#web/ui/card/card.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { GlidingRows } from '#web/ui/text/gliding-rows.tsx';
import { KeyValues } from '#web/ui/text/rows.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { State, Tile } from '#web/ui/card/state.tsx';
import { sayError, saySuccess } from '#web/ui/toast/toast-store.ts';
import { useKeptPlace } from '#web/ui/use-kept-place.ts';
import styles from '../settings.module.css';

/** So many devices are listed at first, the latest. */
const LISTED = 5;

type Session = Wire<typeof contract.auth.sessions>[number];

/** The sessions of the client; each except this one can be ended. */
export function Sessions() {
  const { data: sessions, error, refetch } = useCall(contract.auth.sessions, {});
  const [closing, setClosing] = useState<Session | 'others'>();
  const [isOpen, setOpen] = useState(false);
  if (error && !sessions) {
    return (
      <Card title="Где открыт кабинет">
        <ErrorBlock title="Не удалось загрузить список устройств." onRetry={() => void refetch()}>
          Вход в кабинет по-прежнему защищён паролем.
        </ErrorBlock>
      </Card>
    );
  }
  if (!sessions) {
    return (
      <Card title="Где открыт кабинет">
        <SkeletonRows label="Загружаем устройства" />
      </Card>
    );
  }
  const others = sessions.filter(({ is_current: isCurrent }) => !isCurrent);
  const all = [...sessions.filter(({ is_current: isCurrent }) => isCurrent), ...others];
  const listed = isOpen || all.length <= LISTED + 1 ? all : all.slice(0, LISTED);
  return (
    <Card title="Где открыт кабинет">
      <GlidingRows>
        {listed.map((session) => (
          <Place key={session.session_id} session={session} onClose={() => setClosing(session)} />
        ))}
      </GlidingRows>
      {listed.length < all.length && (
        <div className={styles.rest}>
          <Button look="soft" size="sm" onClick={() => setOpen(true)}>
            {`Ещё ${counted(all.length - listed.length, 'устройство', 'устройства', 'устройств')}`}
          </Button>
        </div>
      )}
      <div className={styles.others}>
        {others.length > 0 ? (
          <Button look="cut" onClick={() => setClosing('others')}>
            Выйти на всех других
          </Button>
        ) : (
          <p>Кабинет открыт только здесь.</p>
        )}
      </div>
      <EndDialog closing={closing} others={others.length} onClose={() => setClosing(undefined)} />
    </Card>
  );
}

/** These names in the browser's description show a phone or tablet. */
const isPhone = (browser: string): boolean => /iphone|ipad|android|телефон/i.test(browser);

function Place({ session, onClose }: { session: Session; onClose: () => void }) {
  const { browser, network, is_current: isCurrent, last_used_at: lastUsedAt, acting } = session;
  return (
    <div className={styles.place}>
      <Tile icon={isPhone(browser) ? 'smartphone' : 'globe'} tone={isCurrent ? undefined : 'off'} />
      <span>
        <b>{browser}</b>
        {acting && (
          <small>
            {acting.name}, {ROLE_OF[acting.role]}
          </small>
        )}
        <small>
          {network}, {isCurrent ? 'сейчас' : momentText(lastUsedAt, dayOf(now()))}
        </small>
      </span>
      {isCurrent ? (
        <State tone="ok" quiet>
          Это устройство
        </State>
      ) : (
        <Button look="line" size="sm" aria-label={`Выйти: ${browser}, ${network}`} onClick={onClose}>
          Выйти
        </Button>
      )}
    </div>
  );
}

interface EndDialogProps {
  closing: Session | 'others' | undefined;
  others: number;
  onClose: () => void;
}

/** Shows exactly which sessions end, before ending them. */
function EndDialog({ closing, others, onClose }: EndDialogProps) {
  useKeptPlace(closing !== undefined);
  const { mutate, isPending } = useAction(contract.auth.endSession);
  const today = dayOf(now());
  const end = (): void => {
    if (closing === undefined) return;
    mutate(
      { body: closing === 'others' ? { others: true } : { session_id: closing.session_id } },
      {
        onSuccess: ({ ended }) => {
          saySuccess('Вышли', `Закрыли кабинет на ${counted(ended, 'устройстве', 'устройствах', 'устройствах')}`);
          onClose();
        },
        onError: (failure) => sayError(failure, 'Выйти не получилось. Повторите через минуту'),
      },
    );
  };
  return (
    <Dialog
      open={closing !== undefined}
      onClose={onClose}
      title={closing === 'others' ? 'Выйти на всех других устройствах?' : 'Выйти на том устройстве?'}
      actions={
        <ButtonRow stacked>
          <Button look="cut" busy={isPending} onClick={end}>
            Выйти
          </Button>
          <Button look="plain" onClick={onClose}>
            Не выходить
          </Button>
        </ButtonRow>
      }
    >
      {closing === 'others' ? (
        <p>
          Кабинет закроется на {counted(others, 'устройстве', 'устройствах', 'устройствах')}. Здесь вы останетесь, там
          попросим пароль.
        </p>
      ) : (
        closing && (
          <>
            <KeyValues
              list={[
                ['Устройство', closing.browser],
                ['Сеть', closing.network],
                ['Открыт', momentText(closing.started_at, today)],
                ['Последний раз', momentText(closing.last_used_at, today)],
                closing.acting !== null && ['Кто', `${closing.acting.name}, ${ROLE_OF[closing.acting.role]}`],
              ]}
            />
            {closing.acting ? (
              <p>Ваш договор там закроется. Чтобы его не&nbsp;открыли снова, закройте доступ: «Семья и&nbsp;доступ».</p>
            ) : (
              <p>Там попросим пароль. Если это были не вы, смените пароль: кнопка выше на этой странице.</p>
            )}
          </>
        )
      )}
    </Dialog>
  );
}
