import { useRef, useState, type SubmitEvent } from 'react';
import { ApiError } from '#web/api/api-error.ts';
import { contract, type Wire } from '#web/api/contract.ts';
import { useAction } from '#web/api/use-call.ts';
import { counted } from '#web/lib/text/format.ts';
import { readable } from '#web/lib/text/readable.ts';
import { Button, ButtonRow } from '#web/ui/button/button.tsx';
import { CutDialog } from '#web/ui/dialog/cut-dialog.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { DialogForm } from '#web/ui/dialog/dialog-form.tsx';
import { Field } from '#web/ui/field/field.tsx';
import { sayError, saySuccess } from '#web/ui/toast/toast-store.ts';
import { within } from '#web/ui/dialog/within.ts';

export type Passkey = Wire<typeof contract.security.get>['passkeys'][number];

export function RemovePasswordDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { mutate, isPending } = useAction(contract.security.removePassword);
  const remove = (): void =>
    mutate(
      {},
      {
        onSuccess: ({ sessions_ended: ended }) => {
          onClose();
          saySuccess('Пароль убран', ended === 0 ? 'Теперь в кабинет входят только ключами' : closedText(ended));
        },
        onError: (failure) => sayError(failure, 'Пароль не убрали. Повторите через минуту'),
      },
    );
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Убрать пароль кабинета?"
      actions={
        <ButtonRow stacked>
          <Button look="cut" busy={isPending} onClick={remove}>
            Убрать пароль
          </Button>
          <Button look="plain" onClick={onClose}>
            Оставить
          </Button>
        </ButtonRow>
      }
    >
      <p>В кабинет будут входить только ключами, на других устройствах он закроется.</p>
      <p>
        Код из СМС или письма его тоже не откроет. Потеряете оба ключа — одноразовый пароль выдаст поддержка, когда
        убедится, что это вы.
      </p>
    </Dialog>
  );
}

const closedText = (ended: number): string =>
  `Закрыли кабинет на ${counted(ended, 'другом устройстве', 'других устройствах', 'других устройствах')}`;

interface OneDialogProps {
  passkey: Passkey | undefined;
  onClose: () => void;
}

export function RenameDialog({ passkey, onClose }: OneDialogProps) {
  const field = useRef<HTMLInputElement>(null);
  const [name, setName] = useState(passkey?.name ?? '');
  const [error, setError] = useState<string>();
  const { mutate, isPending } = useAction(contract.security.renamePasskey);
  const rename = (event: SubmitEvent): void => {
    event.preventDefault();
    if (isPending || !passkey) return;
    if (name.trim() === '') {
      setError('Назовите ключ');
      field.current?.focus();
      return;
    }
    mutate(
      { body: { passkey_id: passkey.passkey_id, name } },
      {
        onSuccess: onClose,
        onError: (failure) =>
          setError(
            (failure instanceof ApiError ? failure.errors['body.name'] : undefined) ??
              readable(failure.message, 'Не получилось. Повторите через минуту'),
          ),
      },
    );
  };
  return (
    <Dialog open={passkey !== undefined} onClose={onClose} title="Как назвать ключ">
      <DialogForm onSubmit={rename}>
        <Field
          ref={field}
          label="Название"
          name="name"
          autoComplete="off"
          {...within(60, { value: name, hint: 'Чтобы узнать его в списке: «Телефон», «Рабочий ноутбук»', error })}
          onChange={({ target }) => setName(target.value)}
        />
        <ButtonRow stacked>
          <Button type="submit" busy={isPending}>
            Сохранить
          </Button>
          <Button look="plain" onClick={onClose}>
            Не менять
          </Button>
        </ButtonRow>
      </DialogForm>
    </Dialog>
  );
}

export function RemoveDialog({ passkey, onClose }: OneDialogProps) {
  const { mutate, isPending } = useAction(contract.security.removePasskey);
  const remove = (): void => {
    if (!passkey) return;
    mutate(
      { body: { passkey_id: passkey.passkey_id } },
      {
        onSuccess: () => {
          onClose();
          saySuccess('Ключ удалён', 'Больше он кабинет не откроет');
        },
        onError: (failure) => sayError(failure, 'Ключ не удалили. Повторите через минуту'),
      },
    );
  };
  return (
    <CutDialog
      open={passkey !== undefined}
      title="Удалить ключ?"
      cut="Удалить"
      busy={isPending}
      onCut={remove}
      onClose={onClose}
    >
      <p>
        Ключ «{passkey?.name}» больше не откроет кабинет. Там, где кабинет уже открыт, он открытым и останется: закрыть
        его можно ниже, в списке устройств.
      </p>
    </CutDialog>
  );
}
