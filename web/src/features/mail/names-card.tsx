import { useEffect, useRef, useState, type SyntheticEvent } from 'react';
import { contract } from '#web/api/contract.ts';
import { useAction } from '#web/api/use-call.ts';
import { Address } from '#web/ui/text/address.tsx';
import { Button, TextButton } from '#web/ui/button/button.tsx';
import { Card } from '#web/ui/card/card.tsx';
import { CutDialog } from '#web/ui/dialog/cut-dialog.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { focusFirstWrong } from '#web/ui/field/field.tsx';
import { VisuallyHidden } from '#web/ui/text/hidden.tsx';
import { sayError, saySuccess } from '#web/ui/toast/toast-store.ts';
import { domainOf, refusalText, type Mailbox } from './mail-data.ts';
import { DialogForm } from '#web/ui/dialog/dialog-form.tsx';
import styles from './mail.module.css';
import { NameField } from './name-field.tsx';

/** Further addresses whose letters come to this mailbox. */
export function NamesCard({ box }: { box: Mailbox }) {
  const [isOpen, setOpen] = useState(false);
  const [removed, setRemoved] = useState<string>();
  const { aliases, most_aliases: most, state } = box;
  const canAdd = state === 'active' && aliases.length < most;
  return (
    <Card title="Другие имена" aside={<span className={styles.small}>{`${aliases.length} из ${most}`}</span>}>
      <div className={styles.body}>
        <p className={styles.small}>
          {aliases.length === 0
            ? 'Ещё один адрес для этого же\u00a0ящика: например, для объявлений.'
            : 'Письма на\u00a0эти адреса приходят сюда\u00a0же.'}
        </p>
        {aliases.length > 0 && (
          <ul className={styles.things}>
            {aliases.map((address) => (
              <li key={address}>
                <b>
                  <Address>{address}</Address>
                </b>
                {state === 'active' && (
                  <span className={styles.small}>
                    <TextButton onClick={() => setRemoved(address)}>
                      Убрать<VisuallyHidden>{` ${address}`}</VisuallyHidden>
                    </TextButton>
                  </span>
                )}
              </li>
            ))}
          </ul>
        )}
        {canAdd ? (
          <Button look="plain" size="sm" onClick={() => setOpen(true)}>
            Добавить имя
          </Button>
        ) : (
          <p className={styles.small}>
            {state === 'active'
              ? 'Больше имён завести нельзя. Уберите ненужное.'
              : 'Добавить и\u00a0убрать имя можно, когда ящик работает.'}
          </p>
        )}
      </div>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title="Какое имя добавить?">
        <NewName box={box} onClose={() => setOpen(false)} />
      </Dialog>
      {removed !== undefined && <Removing box={box} address={removed} onClose={() => setRemoved(undefined)} />}
    </Card>
  );
}

function NewName({ box: { user_id, address }, onClose }: { box: Mailbox; onClose: () => void }) {
  const form = useRef<HTMLFormElement>(null);
  const [name, setName] = useState('');
  const [error, setError] = useState<string>();
  const { mutate, isPending } = useAction(contract.emailUser.addAlias);
  useEffect(() => focusFirstWrong(form.current), [error]);
  const add = (event: SyntheticEvent): void => {
    event.preventDefault();
    setError(undefined);
    mutate(
      { body: { user_id, name } },
      {
        onSuccess: (told) => {
          saySuccess('Имя добавлено', `Письма на\u00a0${told.address} приходят в\u00a0этот ящик`);
          onClose();
        },
        onError: (failure) => setError(refusalText(failure, 'body.name')),
      },
    );
  };
  return (
    <DialogForm ref={form} onSubmit={add}>
      <NameField label="Имя" value={name} domain={domainOf(address)} error={error} onChange={setName} />
      <div className={styles.actions}>
        <Button type="submit" busy={isPending} aria-disabled={name.trim() === ''}>
          Добавить имя
        </Button>
        <Button look="plain" onClick={onClose}>
          Не&nbsp;добавлять
        </Button>
      </div>
    </DialogForm>
  );
}

function Removing({ box: { user_id }, address, onClose }: { box: Mailbox; address: string; onClose: () => void }) {
  const { mutate, isPending } = useAction(contract.emailUser.removeAlias);
  const remove = (): void =>
    mutate(
      { body: { user_id, address } },
      {
        onSuccess: () => {
          saySuccess('Имя убрано', address);
          onClose();
        },
        onError: (failure) => sayError(failure, 'Повторите через минуту', 'Имя осталось'),
      },
    );
  return (
    <CutDialog
      open
      title={
        <>
          Убрать <Address>{address}</Address>?
        </>
      }
      cut="Убрать имя"
      busy={isPending}
      onCut={remove}
      onClose={onClose}
    >
      <p>Письма на&nbsp;него сразу начнут возвращаться отправителям, а&nbsp;имя сможет занять другой абонент.</p>
    </CutDialog>
  );
}
