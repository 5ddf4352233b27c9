import { useState, type SyntheticEvent } from 'react';
import { contract } from '#web/api/contract.ts';
import { useAction, useCall } from '#web/api/use-call.ts';
import { readable } from '#web/lib/text/readable.ts';
import { Link } from '#web/lib/page/router.tsx';
import { Loaded } from '#web/shared/page/loaded.tsx';
import { Button } from '#web/ui/button/button.tsx';
import { PasswordField } from '#web/ui/field/field.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { saySuccess } from '#web/ui/toast/toast-store.ts';
import styles from './diagnosis.module.css';

const HOUR = 60;

/** The client's own schedule has closed the service: opens it for an hour, with the password of the schedule if there is one. */
export function ScheduleWay({ userId }: { userId: number }) {
  const answer = useCall(contract.internetSchedule.get, { params: { id: userId } });
  return (
    <Loaded
      answer={answer}
      failed="Не удалось загрузить график доступа."
      skeleton={<SkeletonRows label="Загружаем график доступа" count={1} tile={false} />}
    >
      {({ has_password: hasPassword }) => <ForAnHour userId={userId} hasPassword={hasPassword} />}
    </Loaded>
  );
}

function ForAnHour({ userId, hasPassword }: { userId: number; hasPassword: boolean }) {
  const [password, setPassword] = useState('');
  const [failure, setFailure] = useState<string>();
  const checking = useAction(contract.internetSchedule.checkPassword);
  const pausing = useAction(contract.internetSchedule.pause);
  const onError = (error: Error): void => setFailure(readable(error.message, 'Не получилось. Повторите через минуту'));
  const open = (proof: string | null): void =>
    pausing.mutate(
      { params: { id: userId }, body: { minutes: HOUR, ...(proof !== null && { proof }) } },
      { onSuccess: () => void saySuccess('Открыли на\u00a0час', 'Потом график закроет доступ снова'), onError },
    );
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    setFailure(undefined);
    if (!hasPassword) open(null);
    else if (password === '') setFailure('Введите пароль графика');
    else
      checking.mutate(
        { params: { id: userId }, body: { password } },
        { onSuccess: ({ proof }) => open(proof), onError },
      );
  };
  return (
    <form className={styles.cure} onSubmit={submit} noValidate>
      {hasPassword && (
        <PasswordField
          label="Пароль графика"
          name="schedule-password"
          autoComplete="off"
          value={password}
          error={failure}
          onChange={({ target }) => setPassword(target.value)}
        />
      )}
      {!hasPassword && failure !== undefined && <p role="alert">{failure}</p>}
      <Button type="submit" wide busy={checking.isPending || pausing.isPending}>
        Открыть на&nbsp;час
      </Button>
      <p className={styles.under}>
        Менять часы — <Link to={`/internet/${userId}#schedule`}>в&nbsp;графике доступа</Link>.
      </p>
    </form>
  );
}
