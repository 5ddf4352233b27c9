import { useState, type SubmitEvent } from 'react';
import type { contract, Wire } from '#web/api/contract.ts';
import { readable } from '#web/lib/text/readable.ts';
import { Button, TextButton } from '#web/ui/button/button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { PasswordField } from '#web/ui/field/field.tsx';
import { saySuccess } from '#web/ui/toast/toast-store.ts';
import { useChecking, usePasswordChange, type AccessSchedule, type Defaults } from './schedule-data.ts';
import styles from './schedule.module.css';

export type ScheduleProof = Wire<typeof contract.internetSchedule.checkPassword>;

const RETRY = 'Не получилось. Повторите через минуту';
const sentence = (failure: Error | undefined): string | undefined => failure && readable(failure.message, RETRY);

interface EnterProps {
  schedule: AccessSchedule;
  onDone: (proven: ScheduleProof) => void;
  onForgotten: () => void;
  onClose: () => void;
}

/** Asks for the password of the schedule; keeps a wrong input. */
export function EnterDialog({ schedule, onDone, onForgotten, onClose }: EnterProps) {
  const [password, setPassword] = useState('');
  const [failure, setFailure] = useState<Error>();
  const { mutate, isPending } = useChecking();
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (password === '') return;
    mutate({ params: { id: schedule.user_id }, body: { password } }, { onSuccess: onDone, onError: setFailure });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Введите пароль графика"
      actions={
        <>
          <Button type="submit" form="schedule-enter" busy={isPending}>
            Продолжить
          </Button>
          <Button look="plain" onClick={onClose}>
            Не менять
          </Button>
        </>
      }
    >
      <form id="schedule-enter" className={styles.form} onSubmit={submit} noValidate>
        <PasswordField
          label="Пароль графика"
          autoComplete="off"
          value={password}
          hint="Это не пароль кабинета. Спросим один раз на 10 минут"
          error={sentence(failure)}
          onChange={({ target }) => {
            setPassword(target.value);
            setFailure(undefined);
          }}
        />
        <p>
          <TextButton onClick={onForgotten}>Забыли пароль?</TextButton>
        </p>
      </form>
    </Dialog>
  );
}

const WORDS = {
  set: { title: 'Задать пароль графика', verb: 'Задать пароль', done: 'Пароль графика задан' },
  change: { title: 'Сменить пароль графика', verb: 'Сменить пароль', done: 'Пароль графика изменён' },
  remove: { title: 'Снять пароль графика', verb: 'Снять пароль', done: 'Пароль графика снят' },
} as const;

interface ChangeProps extends EnterProps {
  what: keyof typeof WORDS;
  defs: Defaults;
}

/** Sets, changes or removes the password. */
export function SchedulePasswordDialog({ what, schedule, defs, onDone, onForgotten, onClose }: ChangeProps) {
  const [old, setOld] = useState('');
  const [fresh, setFresh] = useState('');
  const [failure, setFailure] = useState<Error>();
  const [isShort, setShort] = useState(false);
  const { mutate, isPending } = usePasswordChange();
  const words = WORDS[what];
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (what !== 'remove' && fresh.length < defs.shortest_password) {
      setShort(true);
      return;
    }
    const body = { ...(what !== 'set' && old !== '' && { old }), new: what === 'remove' ? null : fresh };
    const onSuccess = (proven: ScheduleProof): void => {
      saySuccess(words.done);
      onDone(proven);
    };
    mutate({ params: { id: schedule.user_id }, body }, { onSuccess, onError: setFailure });
  };
  const short = isShort ? `Не короче ${defs.shortest_password} знаков` : undefined;
  const refused = sentence(failure);
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.title}
      actions={
        <>
          <Button type="submit" form="schedule-change" busy={isPending}>
            {words.verb}
          </Button>
          <Button look="plain" onClick={onClose}>
            Не менять
          </Button>
        </>
      }
    >
      <form id="schedule-change" className={styles.form} onSubmit={submit} noValidate>
        {what !== 'set' && (
          <PasswordField
            label="Пароль сейчас"
            autoComplete="off"
            value={old}
            error={refused}
            onChange={({ target }) => {
              setOld(target.value);
              setFailure(undefined);
            }}
          />
        )}
        {what !== 'remove' && (
          <SchedulePasswordField
            value={fresh}
            shortest={defs.shortest_password}
            error={short ?? (what === 'set' ? refused : undefined)}
            onChange={(text) => {
              setFresh(text);
              setShort(false);
            }}
          />
        )}
        {what !== 'set' && (
          <p>
            <TextButton onClick={onForgotten}>Забыли пароль?</TextButton>
          </p>
        )}
      </form>
    </Dialog>
  );
}

interface NewPasswordProps {
  value: string;
  shortest: number;
  error: string | undefined;
  onChange: (text: string) => void;
}

export function SchedulePasswordField({ value, shortest, error, onChange }: NewPasswordProps) {
  return (
    <PasswordField
      label="Новый пароль"
      autoComplete="new-password"
      value={value}
      hint={`Не короче ${shortest} знаков. Лучше не такой, как пароль кабинета`}
      error={error}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
