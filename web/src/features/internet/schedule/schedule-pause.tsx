import { dayOf } from '#web/lib/text/format.ts';
import { clockText, useNow } from '#web/lib/clock/use-now.ts';
import { Button, ButtonRow } from '#web/ui/button/button.tsx';
import { sayError } from '#web/ui/toast/toast-store.ts';
import { usePausing, type AccessSchedule, type Defaults, type Guard, type ActionWithProof } from './schedule-data.ts';
import { forText, switchMomentText } from './schedule.texts.ts';
import styles from './schedule.module.css';

interface PauseProps {
  schedule: AccessSchedule;
  defs: Defaults;
  guard: Guard;
  /** Whether the schedule is open now: then a pause is not needed. */
  isOpen: boolean;
}

const MORE = 30;

/** A pause of the schedule, during which internet works: start, remaining time, extension, end. */
export function Pause({ schedule, defs, guard, isOpen }: PauseProps) {
  const { mutate, isPending } = usePausing();
  const now = useNow(schedule.paused_until !== null);
  const left = schedule.paused_until === null ? 0 : Math.max(0, Date.parse(schedule.paused_until) - now);
  const pauseFor = (minutes: number): void => {
    const send: ActionWithProof = (proof) =>
      mutate(
        { params: { id: schedule.user_id }, body: { minutes, ...proof } },
        {
          onError: (failure) => {
            if (!guard.askAgain(failure, send)) sayError(failure, 'Повторите через минуту', 'Пауза не изменилась');
          },
        },
      );
    guard.run(send);
  };
  if (left === 0 || schedule.paused_until === null) {
    return isOpen ? null : <Offer pauses={defs.pauses} isPending={isPending} onChoose={pauseFor} />;
  }
  // Whole minutes from now; the rest of the current minute is free.
  const more = Math.min(Math.ceil(left / 60_000) + MORE, defs.longest_pause);
  const canMore = more * 60_000 > left + 60_000;
  return (
    <div className={styles.pause}>
      <p>
        Пауза закончится {switchMomentText(schedule.paused_until, dayOf(new Date(now)))}. Осталось{' '}
        <b className={styles.left} role="timer">
          {leftText(left)}
        </b>
      </p>
      <ButtonRow>
        {canMore && (
          <Button look="soft" size="sm" busy={isPending} onClick={() => pauseFor(more)}>
            Ещё 30 минут
          </Button>
        )}
        <Button look="line" size="sm" busy={isPending} onClick={() => pauseFor(0)}>
          Закончить паузу
        </Button>
      </ButtonRow>
    </div>
  );
}

interface OfferProps {
  pauses: Defaults['pauses'];
  isPending: boolean;
  onChoose: (minutes: number) => void;
}

function Offer({ pauses, isPending, onChoose }: OfferProps) {
  return (
    <div className={styles.pause}>
      <p>Открыть интернет ненадолго, не&nbsp;меняя часов:</p>
      <ButtonRow>
        {pauses.map((minutes) => (
          <Button
            key={minutes}
            look="soft"
            size="sm"
            busy={isPending}
            aria-label={`На\u00a0${forText(minutes)} открыть интернет`}
            onClick={() => onChoose(minutes)}
          >
            {`На\u00a0${forText(minutes)}`}
          </Button>
        ))}
      </ButtonRow>
    </div>
  );
}

/** `29:59`, `1:29:59`. */
function leftText(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  const hours = Math.floor(seconds / 3600);
  return hours === 0 ? clockText(seconds) : `${hours}:${clockText(seconds % 3600)}`;
}
