import { useState } from 'react';
import { Button, ButtonRow } from '#web/ui/button/button.tsx';
import type { AccessSchedule, Defaults, Guard } from './schedule-data.ts';
import { CodeDialog } from './schedule-code.tsx';
import { SchedulePasswordDialog, EnterDialog } from './schedule-password-dialogs.tsx';
import styles from './schedule.module.css';

export interface PasswordProps {
  schedule: AccessSchedule;
  defs: Defaults;
  guard: Guard;
}

/** Asks for the password before a protected action; a forgotten password can be replaced there. */
export function AskPassword({ schedule, defs, guard }: PasswordProps) {
  const [isForgotten, setForgotten] = useState(false);
  if (!guard.isAsking) return null;
  if (isForgotten) {
    return (
      <CodeDialog
        {...{ schedule, defs }}
        onDone={(proven) => {
          setForgotten(false);
          guard.take(proven);
        }}
        onClose={() => setForgotten(false)}
      />
    );
  }
  return (
    <EnterDialog
      schedule={schedule}
      onDone={guard.take}
      onForgotten={() => setForgotten(true)}
      onClose={guard.cancel}
    />
  );
}

type Shown = 'set' | 'change' | 'remove' | 'code';

/** The password of the schedule: whether it is set, and its actions. */
export function SchedulePasswordRow({ schedule, defs, guard }: PasswordProps) {
  const [shown, setShown] = useState<Shown>();
  const close = (): void => setShown(undefined);
  return (
    <section className={styles.part} aria-label="Пароль графика">
      <h3>Пароль графика</h3>
      <p className={styles.hint}>
        {schedule.has_password
          ? 'Без него график не\u00a0изменить и\u00a0не\u00a0приостановить.'
          : 'Пароля нет: график может изменить любой, кто вошёл в кабинет.'}
      </p>
      <ButtonRow>
        {schedule.has_password ? (
          <>
            <Button look="line" size="sm" aria-label="Сменить пароль графика" onClick={() => setShown('change')}>
              Сменить
            </Button>
            <Button look="plain" size="sm" aria-label="Забыли пароль графика" onClick={() => setShown('code')}>
              Забыли пароль?
            </Button>
            <Button look="cut" size="sm" aria-label="Снять пароль графика" onClick={() => setShown('remove')}>
              Снять
            </Button>
          </>
        ) : (
          <Button look="soft" size="sm" icon="lock" onClick={() => setShown('set')}>
            Задать пароль
          </Button>
        )}
      </ButtonRow>
      {shown === 'code' && (
        <CodeDialog
          {...{ schedule, defs }}
          onDone={(proven) => {
            guard.learn(proven);
            close();
          }}
          onClose={close}
        />
      )}
      {shown !== undefined && shown !== 'code' && (
        <SchedulePasswordDialog
          what={shown}
          {...{ schedule, defs }}
          onDone={(proven) => {
            guard.learn(proven);
            close();
          }}
          onForgotten={() => setShown('code')}
          onClose={close}
        />
      )}
    </section>
  );
}
