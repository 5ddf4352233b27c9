// A section of the internet page, loaded after it.
import { stateAt } from '@kabinet/contract/kernel/schedule';
import { dayOf } from '#web/lib/text/format.ts';
import { useLocation } from '#web/lib/page/router.tsx';
import { useProvider } from '#web/lib/page/provider.ts';
import { useNow } from '#web/lib/clock/use-now.ts';
import { Loaded } from '#web/shared/page/loaded.tsx';
import { useWithoutDevice } from '#web/shared/page/without-device.ts';
import { Callout } from '#web/ui/card/callout.tsx';
import { Card } from '#web/ui/card/card.tsx';
import { FoldCard } from '#web/ui/card/fold-card.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { State } from '#web/ui/card/state.tsx';
import { useDefaults, useGuard, useSchedule, type AccessSchedule, type Defaults } from './schedule-data.ts';
import { Editor, hasDraft } from './schedule-editor.tsx';
import { History } from './schedule-history.tsx';
import { AskPassword, SchedulePasswordRow } from './schedule-password.tsx';
import { Pause } from './schedule-pause.tsx';
import { kernelSchedule, stateWords } from './schedule.texts.ts';
import styles from './schedule.module.css';

const NAME = 'График доступа';
const waiting = <SkeletonRows label="Загружаем график доступа" count={3} tile={false} />;

/** The access schedule of an internet service: state, pause, week, exception days, password, history. */
export function ScheduleSection({ user_id }: { user_id: number }) {
  const answer = useWithoutDevice(useSchedule(user_id));
  const defaults = useDefaults();
  const { hash } = useLocation();
  const { data } = answer;
  // A schedule that has no effect now is one line. It opens by itself for a client who followed a link to it or has left a draft.
  const isLine = data !== undefined && (isUntold(data) || isHeld(data));
  const Place = isLine ? FoldCard : Card;
  return (
    <Place
      title={NAME}
      aside={data && <Mark schedule={data} />}
      {...(isLine && { open: hash === '#schedule' || hasDraft(user_id) })}
    >
      <Loaded answer={answer} failed="Не удалось загрузить график доступа." skeleton={waiting}>
        {(schedule) => (
          <Loaded answer={defaults} failed="Не удалось загрузить график доступа." skeleton={waiting}>
            {(defs) => <Known schedule={schedule} defs={defs} />}
          </Loaded>
        )}
      </Loaded>
    </Place>
  );
}

const STATE_EVERY_MS = 10_000;

/** The current state of the schedule, by the same function as on the server. */
function useStateNow(schedule: AccessSchedule) {
  const now = useNow(true, STATE_EVERY_MS);
  const zone = useProvider().time_zone ?? 'Europe/Samara';
  return { now, state: stateAt(kernelSchedule(schedule), new Date(now), zone) };
}

function Mark({ schedule }: { schedule: AccessSchedule }) {
  const { open, by } = useStateNow(schedule).state;
  if (by === 'off' || isHeld(schedule)) {
    return (
      <State tone="off" icon="calendar-clock">
        {by === 'off' ? 'Выключен' : 'Включён'}
      </State>
    );
  }
  if (by === 'pause') {
    return (
      <State tone="wait" icon="circle-pause">
        Пауза
      </State>
    );
  }
  return open ? (
    <State tone="ok">Открыто</State>
  ) : (
    <State tone="wait" icon="lock">
      Закрыто
    </State>
  );
}

function Known({ schedule, defs }: { schedule: AccessSchedule; defs: Defaults }) {
  const guard = useGuard(schedule.has_password);
  const { now, state } = useStateNow(schedule);
  return (
    <div className={styles.body}>
      {!isUntold(schedule) && (
        <p className={styles.state} role="status">
          {stateWords(state, dayOf(new Date(now)))}.{!schedule.is_applied && ' Применяем в\u00a0сети…'}
        </p>
      )}
      <Held schedule={schedule} />
      {schedule.is_on && <Pause schedule={schedule} defs={defs} guard={guard} isOpen={state.open} />}
      <Editor schedule={schedule} defs={defs} guard={guard} now={now} />
      {(schedule.is_on || schedule.has_password) && (
        <SchedulePasswordRow schedule={schedule} defs={defs} guard={guard} />
      )}
      <History history={schedule.history} />
      <AskPassword schedule={schedule} defs={defs} guard={guard} />
    </div>
  );
}

/** Whether there is no schedule: then only the invitation to create one is shown. */
const isUntold = ({ is_on, rules, is_applied }: AccessSchedule): boolean => !is_on && rules.length === 0 && is_applied;

/** Whether the service is blocked for another reason. */
const isHeld = ({ is_on: isOn, service: { state, reason } }: AccessSchedule): boolean =>
  isOn && state !== 'active' && reason !== 'schedule';

/** Says why the service does not work while the schedule is open. */
function Held({ schedule }: { schedule: AccessSchedule }) {
  if (!isHeld(schedule)) return null;
  return (
    <Callout tone="info">
      Услуга сейчас не&nbsp;работает по&nbsp;другой причине. График начнёт действовать, когда она заработает.
    </Callout>
  );
}
