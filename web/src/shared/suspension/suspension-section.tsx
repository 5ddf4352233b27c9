import { useState } from 'react';
import { now } from '#web/lib/clock/clock.ts';
import { dayOf, dayText, keepTogether } from '#web/lib/text/format.ts';
import { forget } from '#web/shared/change/decision.ts';
import type { User } from '#web/shared/data/frame-data.ts';
import { LoadedCard } from '#web/shared/page/loaded.tsx';
import { Strip } from '#web/shared/page/strip.tsx';
import { kindOf } from '#web/shared/service/text/service-state.tsx';
import { Button } from '#web/ui/button/button.tsx';
import { Card } from '#web/ui/card/card.tsx';
import { FoldCard } from '#web/ui/card/fold-card.tsx';
import { Icon } from '#web/ui/icon/icon.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { sayError, saySuccess } from '#web/ui/toast/toast-store.ts';
import {
  useCancel,
  useSuspension,
  type CurrentSuspension,
  type Suspension,
  type SuspensionTerms,
} from './suspension-data.ts';
import { useDatesBefore } from './suspension-decision.ts';
import { SuspensionDialog } from './suspension-dialog.tsx';
import { costText, KEPT, freeDaysLeftText, suspensionPriceText, shortText, spanText } from './suspension.texts.ts';
import styles from './suspension.module.css';

/** Voluntary suspension: its price and a button to start, or the planned one. The state card shows an active one. */
export function SuspensionSection({ user }: { user: User }) {
  const answer = useSuspension(user.user_id);
  return (
    <LoadedCard
      title="Приостановить"
      answer={answer}
      failed="Не удалось узнать, можно ли приостановить услугу."
      skeleton={<SkeletonRows label="Загружаем условия" count={1} tile={false} />}
    >
      {(known) => (user.state === 'closed' || user.state === 'paused' ? null : <Offered user={user} known={known} />)}
    </LoadedCard>
  );
}

function Offered({ user, known }: { user: User; known: Suspension }) {
  const { terms, current } = known;
  const today = dayOf(now());
  if (current?.state === 'planned')
    return <Planned user={user} planned={current} isElsewhere={known.charged_elsewhere === true} today={today} />;
  if (terms === null || current !== null) return null;
  return <Offer user={user} known={known} terms={terms} today={today} />;
}

function Offer({
  user,
  known,
  terms,
  today,
}: {
  user: User;
  known: Suspension;
  terms: SuspensionTerms;
  today: string;
}) {
  const before = useDatesBefore();
  const isElsewhere = known.charged_elsewhere === true;
  const [isOpen, setOpen] = useState(known.available && before !== undefined);
  const close = (): void => {
    forget();
    setOpen(false);
  };
  return (
    <>
      <FoldCard
        title="Приостановить"
        aside={shortText(known, terms)}
        open={before !== undefined || (isElsewhere && known.reason !== null)}
      >
        <div className={styles.body}>
          <p>
            {isElsewhere ? (
              <>Уезжаете? Попросите паузу: передадим оператору дни, а&nbsp;цену скажет он.</>
            ) : (
              <>
                Уезжаете? Поставьте услугу на&nbsp;паузу: вместо абонентской платы&nbsp;— {suspensionPriceText(terms)}.{' '}
                {freeDaysLeftText(known, terms)}
              </>
            )}{' '}
            {KEPT[kindOf(user.user_type)]}
          </p>
          {known.reason !== null && (
            <p className={styles.note}>
              <Icon name={known.available ? 'info' : 'lock'} size="xs" />
              <span>{known.reason}.</span>
            </p>
          )}
          <Button look="line" aria-disabled={!known.available} onClick={() => setOpen(true)}>
            Выбрать дни
          </Button>
        </div>
      </FoldCard>
      {isOpen && (
        <SuspensionDialog user={user} known={known} terms={terms} before={before} today={today} onClose={close} />
      )}
    </>
  );
}

/** A planned suspension: its days, its price, and a button to cancel. */
function Planned({
  user: { user_id, name },
  planned,
  isElsewhere,
  today,
}: {
  user: User;
  planned: CurrentSuspension;
  isElsewhere: boolean;
  today: string;
}) {
  const { mutate, isPending } = useCancel();
  const cancel = (): void =>
    mutate(
      { body: { user_id } },
      {
        onSuccess: ({ handed_over: isHandedOver }) =>
          isHandedOver
            ? saySuccess('Передали оператору', keepTogether('Просим отменить паузу. Ответ покажем здесь'))
            : saySuccess('Пауза отменена', `«${name}» работает как\u00a0обычно`),
        onError: (failure) => void sayError(failure, 'Повторите через минуту', 'Не отменили'),
      },
    );
  return (
    <Card title="Пауза назначена">
      <Strip
        icon="calendar-clock"
        title={keepTogether(`Пауза ${spanText(planned, today)}`)}
        action={
          planned.return_reason === null && (
            <Button look="line" size="sm" busy={isPending} onClick={cancel}>
              Отменить
            </Button>
          )
        }
      >
        Вернём {dayText(planned.until, today)}. {!isElsewhere && `${costText(planned, today)}.`}
        {planned.return_reason !== null && `${planned.return_reason}.`}
      </Strip>
    </Card>
  );
}
