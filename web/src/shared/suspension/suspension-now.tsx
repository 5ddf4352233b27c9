import { useState } from 'react';
import { now } from '#web/lib/clock/clock.ts';
import { dayOf, keepTogether } from '#web/lib/text/format.ts';
import { ChangeDialog, type OnConfirm } from '#web/shared/change/change-dialog.tsx';
import { forget } from '#web/shared/change/decision.ts';
import type { User } from '#web/shared/data/frame-data.ts';
import { doneText } from '#web/shared/change/money-preview.tsx';
import { Loaded } from '#web/shared/page/loaded.tsx';
import { kindOf } from '#web/shared/service/text/service-state.tsx';
import { SupportButton } from '#web/shared/service/page/service-support.tsx';
import { Button } from '#web/ui/button/button.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { State } from '#web/ui/card/state.tsx';
import { saySuccess } from '#web/ui/toast/toast-store.ts';
import { useReturn, useReturnPreview, useSuspension, type CurrentSuspension } from './suspension-data.ts';
import { useKeptReturn, useReturnBefore } from './suspension-decision.ts';
import { AFTER_RETURN, costText } from './suspension.texts.ts';
import styles from './suspension.module.css';

/** Ends a pause: an early return with its price; a pause made by the provider is ended by support. */
export function SuspensionNow({ user }: { user: User }) {
  const answer = useSuspension(user.user_id);
  return (
    <Loaded
      answer={answer}
      failed="Не удалось загрузить условия паузы."
      skeleton={<SkeletonRows label="Загружаем условия паузы" count={1} tile={false} />}
    >
      {({ current, charged_elsewhere: isElsewhere = false }) =>
        current?.state === 'active' ? (
          <InForce user={user} current={current} isElsewhere={isElsewhere} />
        ) : (
          <SupportButton />
        )
      }
    </Loaded>
  );
}

interface InForceProps {
  user: User;
  current: CurrentSuspension;
  /** Another billing charges: what it costs is not known. */
  isElsewhere: boolean;
}

function InForce({ user, current, isElsewhere }: InForceProps) {
  const isDecided = useReturnBefore();
  const [isOpen, setOpen] = useState(isDecided && current.return_reason === null);
  const close = (): void => {
    forget();
    setOpen(false);
  };
  return (
    <div className={styles.now}>
      {!isElsewhere && <p>{costText(current, dayOf(now()))}.</p>}
      <span role="status">
        {current.is_applied ? (
          <State tone="ok" quiet>
            {user.user_type === 'sip' ? 'Линия отключена' : 'Услуга отключена'}
          </State>
        ) : (
          <State tone="info">применяется…</State>
        )}
      </span>
      {current.return_reason === null ? (
        <Button onClick={() => setOpen(true)}>Возобновить</Button>
      ) : (
        <p className={styles.note}>{current.return_reason}.</p>
      )}
      {isOpen && <ReturnDialog user={user} onClose={close} />}
    </div>
  );
}

function ReturnDialog({ user, onClose }: Pick<InForceProps, 'user'> & { onClose: () => void }) {
  const preview = useReturnPreview(user.user_id);
  const { goBack, isPending } = useReturn(user.user_id);
  useKeptReturn();
  const onConfirm: OnConfirm = (version, onLost) =>
    goBack(version, {
      onDone: (told) => {
        if (told.handed_over) saySuccess('Передали оператору', keepTogether('Просим возобновить. Ответ покажем здесь'));
        else saySuccess(`«${user.name}» снова работает`, `${doneText(told)}. ${AFTER_RETURN[kindOf(user.user_type)]}`);
        onClose();
      },
      onRefused: onClose,
      onLost,
    });
  return (
    <ChangeDialog
      title={keepTogether(`Возобновить «${user.name}»?`)}
      verb="Возобновить"
      at="сейчас"
      back="Оставить на паузе"
      preview={preview}
      own={user.name}
      today={dayOf(now())}
      isBusy={isPending}
      inDebt={false}
      onConfirm={onConfirm}
      onClose={onClose}
    />
  );
}
