import { useState, type SubmitEvent } from 'react';
import type { contract, Wire } from '#web/api/contract.ts';
import { readable } from '#web/lib/text/readable.ts';
import { useNow } from '#web/lib/clock/use-now.ts';
import { canSendAnyCode } from '#web/shared/contact/code-ways.ts';
import { SupportLine } from '#web/shared/service/page/service-support.tsx';
import { Button, TextButton } from '#web/ui/button/button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { Field } from '#web/ui/field/field.tsx';
import { saySuccess } from '#web/ui/toast/toast-store.ts';
import { useCode, usePasswordChange, type AccessSchedule, type Defaults } from './schedule-data.ts';
import { SchedulePasswordField, type ScheduleProof } from './schedule-password-dialogs.tsx';
import styles from './schedule.module.css';
import { bareCode, sixDigits } from '#web/ui/dialog/within.ts';

type Sent = Wire<typeof contract.internetSchedule.sendPassword>;
const RETRY = 'Не получилось. Повторите через минуту';

interface CodeDialogProps {
  schedule: AccessSchedule;
  defs: Defaults;
  onDone: (proven: ScheduleProof) => void;
  onClose: () => void;
}

/** A forgotten password: sends a code to a confirmed contact, then sets a new password with it. */
export function CodeDialog({ schedule, defs, onDone, onClose }: CodeDialogProps) {
  const [sent, setSent] = useState<Sent>();
  if (sent) return <ByCode {...{ schedule, defs, onDone, onClose }} sent={sent} onSent={setSent} />;
  return (
    <Dialog open onClose={onClose} title="Куда отправить код?">
      {schedule.recover.length === 0 ? (
        <SupportLine>
          {canSendAnyCode()
            ? 'Подтверждённого телефона и почты, на которые придёт код, в договоре нет. Новый пароль задаст поддержка'
            : 'Коды отсюда пока не отправляются. Новый пароль задаст поддержка'}
        </SupportLine>
      ) : (
        <Channels schedule={schedule} onSent={setSent} />
      )}
    </Dialog>
  );
}

const NAMES = { phone: 'СМС на', email: 'Письмо на' } as const;

function useSending(schedule: AccessSchedule, onSent: (sent: Sent) => void) {
  const [failure, setFailure] = useState<Error>();
  const { mutate, isPending } = useCode();
  const send = (channel: Sent['channel']): void => {
    setFailure(undefined);
    mutate({ params: { id: schedule.user_id }, body: { channel } }, { onSuccess: onSent, onError: setFailure });
  };
  return { send, isPending, failure: failure && readable(failure.message, RETRY) };
}

function Channels({ schedule, onSent }: { schedule: AccessSchedule; onSent: (sent: Sent) => void }) {
  const { send, isPending, failure } = useSending(schedule, onSent);
  return (
    <div className={styles.form}>
      {schedule.recover.map(({ channel, to }) => (
        <Button
          key={channel}
          look="soft"
          wide
          icon={channel === 'phone' ? 'smartphone' : 'mail'}
          busy={isPending}
          onClick={() => send(channel)}
        >
          {`${NAMES[channel]} ${to}`}
        </Button>
      ))}
      {failure !== undefined && <p role="alert">{failure}.</p>}
    </div>
  );
}

function ByCode({
  schedule,
  defs,
  sent,
  onSent,
  onDone,
  onClose,
}: CodeDialogProps & { sent: Sent; onSent: (sent: Sent) => void }) {
  const [code, setCode] = useState('');
  const [fresh, setFresh] = useState('');
  const [wrong, setWrong] = useState<{ code?: string; fresh?: string }>({});
  const { mutate, isPending } = usePasswordChange();
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const found = {
      ...(!/^\d{6}$/.test(bareCode(code)) && { code: 'Код: 6 цифр' }),
      ...(fresh.length < defs.shortest_password && { fresh: `Не короче ${defs.shortest_password} знаков` }),
    };
    setWrong(found);
    if (Object.keys(found).length > 0) return;
    mutate(
      { params: { id: schedule.user_id }, body: { code: bareCode(code), new: fresh } },
      {
        onSuccess: (proven) => {
          saySuccess('Новый пароль графика задан');
          onDone(proven);
        },
        onError: (failure) => setWrong({ code: readable(failure.message, RETRY) }),
      },
    );
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Новый пароль графика"
      actions={
        <>
          <Button type="submit" form="schedule-code" busy={isPending}>
            Задать пароль
          </Button>
          <Button look="plain" onClick={onClose}>
            Не менять
          </Button>
        </>
      }
    >
      <form id="schedule-code" className={styles.form} onSubmit={submit} noValidate>
        <p>Код отправлен: {sent.to}. Он действует 10&nbsp;минут.</p>
        <Field
          label="Код из 6 цифр"
          inputMode="numeric"
          autoComplete="one-time-code"
          {...sixDigits({ value: code, error: wrong.code })}
          onChange={({ target }) => {
            setCode(target.value);
            setWrong({});
          }}
        />
        <SchedulePasswordField
          value={fresh}
          shortest={defs.shortest_password}
          error={wrong.fresh}
          onChange={setFresh}
        />
        <Again schedule={schedule} sent={sent} onSent={onSent} />
      </form>
    </Dialog>
  );
}

/** Offers another code after some time, if the first did not arrive. */
function Again({ schedule, sent, onSent }: { schedule: AccessSchedule; sent: Sent; onSent: (sent: Sent) => void }) {
  const { send, isPending, failure } = useSending(schedule, onSent);
  const left = Math.ceil((Date.parse(sent.again_at) - useNow()) / 1000);
  if (left > 0) return <p className={styles.hint}>{`Отправить ещё раз можно через ${left}\u00a0с`}</p>;
  return (
    <p>
      <TextButton aria-disabled={isPending} onClick={() => send(sent.channel)}>
        Отправить ещё раз
      </TextButton>
      {failure !== undefined && <span role="alert"> {failure}.</span>}
    </p>
  );
}
