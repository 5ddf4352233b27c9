import { useState, type SubmitEvent } from 'react';
import { ROLE_MEANS, ROLE_OF, SHARE_ROLES, type ShareRole } from '@kabinet/contract/kernel/sharing';
import { contract, type Wire } from '#web/api/contract.ts';
import { useAction } from '#web/api/use-call.ts';
import { now } from '#web/lib/clock/clock.ts';
import { capital, dayOf, momentText } from '#web/lib/text/format.ts';
import { readable } from '#web/lib/text/readable.ts';
import { QrCode } from '#web/shared/page/qr-code.tsx';
import { Button, ButtonRow } from '#web/ui/button/button.tsx';
import { Callout } from '#web/ui/card/callout.tsx';
import { Ways } from '#web/ui/field/choice.tsx';
import { copyText } from '#web/ui/toast/copy.ts';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import styles from '../settings.module.css';

type Made = Wire<typeof contract.family.invite>;

interface InviteDialogProps {
  open: boolean;
  onClose: () => void;
}

/** Asks for a role, then shows the code, once. */
export function InviteDialog({ open, onClose }: InviteDialogProps) {
  const [made, setMade] = useState<Made>();
  const close = (): void => {
    setMade(undefined);
    onClose();
  };
  return (
    <Dialog open={open} onClose={close} title={made ? 'Приглашение готово' : 'Пригласить в договор'}>
      {made ? <Shown made={made} onClose={close} /> : <InviteForm onMade={setMade} onClose={close} />}
    </Dialog>
  );
}

const OPTIONS = SHARE_ROLES.map((role) => ({
  value: role,
  title: capital(ROLE_OF[role]),
  note: (
    <>
      Можно {ROLE_MEANS[role].may}. Нельзя {ROLE_MEANS[role].mayNot}.
    </>
  ),
}));

function InviteForm({ onMade, onClose }: { onMade: (made: Made) => void; onClose: () => void }) {
  const [role, setRole] = useState<ShareRole>('payer');
  const [refusal, setRefusal] = useState<string>();
  const { mutate, isPending } = useAction(contract.family.invite);
  const invite = (event: SubmitEvent): void => {
    event.preventDefault();
    if (isPending) return;
    setRefusal(undefined);
    mutate(
      { body: { role } },
      {
        onSuccess: onMade,
        onError: (failure) => setRefusal(readable(failure.message, 'Приглашение не создали. Повторите через минуту')),
      },
    );
  };
  return (
    <form noValidate method="post" className={styles.form} onSubmit={invite}>
      {refusal !== undefined && <Callout tone="bad" role="alert" title={`${refusal}.`} />}
      <Ways legend="Что будет можно" name="role" options={OPTIONS} value={role} onChange={setRole} />
      <p>
        Дадим одноразовый код на&nbsp;трое суток. Примет его тот, у&nbsp;кого есть свой договор с&nbsp;нами.
        О&nbsp;новом доступе напишем, закрыть его можно в&nbsp;любой момент.
      </p>
      <ButtonRow stacked>
        <Button type="submit" busy={isPending}>
          Создать код
        </Button>
        <Button look="plain" onClick={onClose}>
          Не приглашать
        </Button>
      </ButtonRow>
    </form>
  );
}

function Shown({ made: { code, url, role, expires_at }, onClose }: { made: Made; onClose: () => void }) {
  const copy = (text: string, what: string): void => void copyText(text, 'Скопировали', what);
  return (
    <div className={styles.form}>
      <p>
        Передайте код тому, кого приглашаете: {ROLE_OF[role]} откроется одному, первому. Больше мы&nbsp;код
        не&nbsp;покажем. Действует до&nbsp;{momentText(expires_at, dayOf(now()))}.
      </p>
      <p>
        <code className={styles.invitation}>{code}</code>
      </p>
      <div className={styles.key}>
        <QrCode payload={url} label="QR-код приглашения" />
      </div>
      <ButtonRow stacked>
        <Button icon="copy" onClick={() => copy(url, 'Отправьте ссылку тому, кого приглашаете')}>
          Скопировать ссылку
        </Button>
        <Button look="line" icon="copy" onClick={() => copy(code, 'Его вводят в «Настройки», «Семья и доступ»')}>
          Скопировать код
        </Button>
        <Button look="plain" onClick={onClose}>
          Готово
        </Button>
      </ButtonRow>
    </div>
  );
}
