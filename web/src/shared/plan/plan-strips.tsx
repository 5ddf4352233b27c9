import { useEffect } from 'react';
import { nowMs } from '#web/lib/clock/clock.ts';
import { dayOf, dayText, keepTogether, momentText, timeText } from '#web/lib/text/format.ts';
import { clockText, useNow } from '#web/lib/clock/use-now.ts';
import { priceText } from '#web/shared/money/price.texts.ts';
import { Strip } from '#web/shared/page/strip.tsx';
import { Button } from '#web/ui/button/button.tsx';
import { sayError, saySuccess } from '#web/ui/toast/toast-store.ts';
import { differenceText } from './plan.texts.ts';
import styles from './plan.module.css';
import type { PlanOptions } from './use-options.ts';
import { useDelayCancel } from './use-plan.ts';

interface UndoProps {
  undo: NonNullable<PlanOptions['undo']>;
  onGiveBack: () => void;
  /** Called when the time for undo is over. */
  onOver: () => void;
}

/** Offers the previous plan while the change can be undone without loss. */
export function UndoStrip({ undo: { plan, until }, onGiveBack, onOver }: UndoProps) {
  const end = Date.parse(until);
  const left = end - useNow(nowMs() < end);
  const isOver = left <= 0;
  useEffect(() => {
    if (isOver) onOver();
    // Call it once, even if the callback changes.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isOver]);
  if (isOver) return null;
  return (
    <div className={styles.more}>
      <Strip
        icon="clock"
        title={keepTogether(`Прежний тариф — «${plan.name}»`)}
        action={
          <Button look="line" size="sm" onClick={onGiveBack}>
            Вернуть прежний тариф
          </Button>
        }
      >
        Вернём его без потерь, если передумаете:{' '}
        <span className={styles.left}>
          ещё{' '}
          <span role="timer" className={styles.timer}>
            {clockText(left / 1000)}
          </span>
        </span>
      </Strip>
    </div>
  );
}

interface PlannedProps {
  userId: number;
  options: PlanOptions;
  planned: NonNullable<PlanOptions['planned']>;
  today: string;
}

/** The planned plan; the client can cancel it, unless the provider has planned it. */
export function Planned({ userId, options, planned: { plan, from, control }, today }: PlannedProps) {
  const { mutate, isPending } = useDelayCancel();
  const offer = options.plans.find(({ plan_id }) => plan_id === plan.plan_id);
  const cancel = (): void =>
    mutate(
      { body: { user_id: userId } },
      {
        onSuccess: () => void saySuccess('Смена тарифа отменена', `Остаётся «${options.plan?.name ?? ''}»`),
        onError: (failure) => void sayError(failure, 'Повторите через минуту', 'Смену не отменили'),
      },
    );
  return (
    <div className={styles.more}>
      <Strip
        icon="calendar-clock"
        title={keepTogether(`С ${dayText(from, today)} — «${plan.name}»`)}
        action={
          control.status !== 'locked' && (
            <Button look="line" size="sm" busy={isPending} onClick={cancel}>
              Отменить переход
            </Button>
          )
        }
      >
        {`${keepTogether(plan.summary)}, ${priceText(plan)}${offer ? `: ${differenceText(offer.difference)}` : ''}.`}
        {control.status === 'locked' && ` ${control.text}.`}
      </Strip>
    </div>
  );
}

type AskedPlan = NonNullable<PlanOptions['asked']>;

/** A change that another billing was asked for, and what it has said. */
export function Asked({ asked, today }: { asked: AskedPlan; today: string }) {
  const { title, text, icon } = askedWords(asked, today);
  return (
    <div className={styles.more}>
      <Strip icon={icon} title={title}>
        {text}
      </Strip>
    </div>
  );
}

function askedWords({ plan: { name }, from, at, state, reason }: AskedPlan, today: string) {
  if (state === 'refused')
    return {
      icon: 'clock' as const,
      title: keepTogether(`Оператор не перевёл вас на «${name}».`),
      text: reason === null ? '' : `Причина: ${reason}.`,
    };
  const day = from > today ? ` с ${dayText(from, today)}` : '';
  if (state === 'confirmed')
    return { icon: 'calendar-clock' as const, title: keepTogether(`Оператор подтвердил: «${name}»${day}`), text: '' };
  const moment = dayOf(at) === today ? `в ${timeText(at)}` : momentText(at, today);
  return {
    icon: 'clock' as const,
    title: keepTogether(`Передали оператору ${moment}`),
    text: keepTogether(`Переход на «${name}»${day}. Ответ покажем здесь.`),
  };
}
