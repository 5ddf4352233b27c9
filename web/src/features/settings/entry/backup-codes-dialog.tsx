import { useState } from 'react';
import { contract } from '#web/api/contract.ts';
import { useAction } from '#web/api/use-call.ts';
import { counted } from '#web/lib/text/format.ts';
import { Button, ButtonRow } from '#web/ui/button/button.tsx';
import { copyText } from '#web/ui/toast/copy.ts';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { sayError } from '#web/ui/toast/toast-store.ts';
import styles from '../settings.module.css';

interface BackupCodesDialogProps {
  open: boolean;
  /** How many of the former codes are still valid. */
  left: number;
  onClose: () => void;
}

export function BackupCodesDialog({ open, left, onClose }: BackupCodesDialogProps) {
  const { mutate, isPending } = useAction(contract.security.newBackupCodes);
  const [codes, setCodes] = useState<readonly string[]>();
  const close = (): void => {
    setCodes(undefined);
    onClose();
  };
  const renew = (): void =>
    mutate(
      {},
      {
        onSuccess: ({ backup_codes }) => setCodes(backup_codes),
        onError: (failure) => sayError(failure, 'Новых кодов не сделали. Повторите через минуту'),
      },
    );
  return (
    <Dialog open={open} onClose={close} title={codes ? 'Новые запасные коды' : 'Сделать новые запасные коды?'}>
      {codes ? (
        <BackupCodes codes={codes} onClose={close} />
      ) : (
        <div className={styles.form}>
          <p>
            {left === 0
              ? 'Прежние коды вы уже использовали.'
              : `Прежние коды, ${counted(left, 'штука', 'штуки', 'штук')}, перестанут действовать.`}
          </p>
          <ButtonRow stacked>
            <Button busy={isPending} onClick={renew}>
              Сделать новые
            </Button>
            <Button look="plain" onClick={close}>
              Оставить прежние
            </Button>
          </ButtonRow>
        </div>
      )}
    </Dialog>
  );
}

/** The codes, shown only until the dialog closes. */
export function BackupCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const copy = (): void => void copyText(codes.join('\n'), 'Коды скопированы');
  return (
    <div className={styles.form}>
      <p>
        Если потеряете телефон, войдёте по запасному коду. Каждый действует один раз. Сохраните их: больше не покажем.
      </p>
      <ul className={styles.codes} aria-label="Запасные коды">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <ButtonRow stacked>
        <Button onClick={onClose}>Готово, сохранили</Button>
        <Button look="line" icon="copy" onClick={copy}>
          Скопировать
        </Button>
      </ButtonRow>
    </div>
  );
}
