import { useState } from 'react';
import { send } from '#web/api/client.ts';
import { contract, type Wire } from '#web/api/contract.ts';
import { useAction } from '#web/api/use-call.ts';
import { now } from '#web/lib/clock/clock.ts';
import { dayOf, dayText, momentText } from '#web/lib/text/format.ts';
import { Button, TextButton } from '#web/ui/button/button.tsx';
import { Card } from '#web/ui/card/card.tsx';
import { GlidingRows } from '#web/ui/text/gliding-rows.tsx';
import { Tile } from '#web/ui/card/state.tsx';
import { sayError, saySuccess } from '#web/ui/toast/toast-store.ts';
import { RemoveDialog, RemovePasswordDialog, RenameDialog, type Passkey } from './passkey-dialogs.tsx';
import styles from '../settings.module.css';

type Ways = Wire<typeof contract.security.get>;

/** A subscriber without a password must keep at least this many passkeys. */
const LEAST_WITHOUT_PASSWORD = 2;

/** Passkeys: a finger or a face instead of the password. */
export function Passkeys({ passkeys, password }: Ways) {
  const [renaming, setRenaming] = useState<Passkey>();
  const [removing, setRemoving] = useState<Passkey>();
  const hasPassword = password.changed_at !== null;
  const isNeeded = !hasPassword && passkeys.length <= LEAST_WITHOUT_PASSWORD;
  return (
    <Card title="Ключи входа">
      {passkeys.length === 0 ? (
        <p className={styles.lead}>
          Отпечаток, лицо или код телефона вместо пароля. Такой ключ не&nbsp;подсмотреть и не выманить: он&nbsp;работает
          только на нашем сайте.
        </p>
      ) : (
        <GlidingRows>
          {passkeys.map((passkey) => (
            <OnePasskey
              key={passkey.passkey_id}
              passkey={passkey}
              onRename={() => setRenaming(passkey)}
              onRemove={isNeeded ? undefined : () => setRemoving(passkey)}
            />
          ))}
        </GlidingRows>
      )}
      <div className={styles.others}>
        <AddButton />
      </div>
      {passkeys.length > 0 && <PasswordRest hasPassword={hasPassword} isNeeded={isNeeded} count={passkeys.length} />}
      <RenameDialog key={renaming?.passkey_id} passkey={renaming} onClose={() => setRenaming(undefined)} />
      <RemoveDialog passkey={removing} onClose={() => setRemoving(undefined)} />
    </Card>
  );
}

interface OnePasskeyProps {
  passkey: Passkey;
  onRename: () => void;
  /** Undefined if this passkey cannot be removed. */
  onRemove: (() => void) | undefined;
}

const usedText = ({ used_at, is_synced }: Passkey): string => {
  const today = dayOf(now());
  const used = used_at === null ? 'ещё не входили' : `последний вход ${momentText(used_at, today)}`;
  return `${used}${is_synced ? ', есть и на других ваших устройствах' : ''}`;
};

function OnePasskey({ passkey, onRename, onRemove }: OnePasskeyProps) {
  const { name, added_at } = passkey;
  return (
    <div className={styles.place}>
      <Tile icon="key" />
      <span>
        <b>{name}</b>
        <small>
          Добавлен {dayText(dayOf(added_at), dayOf(now()))}, {usedText(passkey)}
        </small>
      </span>
      <span className={styles.pair}>
        <TextButton aria-label={`Переименовать ключ «${name}»`} onClick={onRename}>
          Переименовать
        </TextButton>
        {onRemove && (
          <TextButton aria-label={`Удалить ключ «${name}»`} onClick={onRemove}>
            Удалить
          </TextButton>
        )}
      </span>
    </div>
  );
}

function AddButton() {
  const [isMaking, setMaking] = useState(false);
  const { mutate, isPending } = useAction(contract.security.addPasskey);
  const refuse = (failure: unknown): void => void sayError(failure, NOT_ADDED);
  const make = async (): Promise<void> => {
    const { hasPasskeys, isDeclined, isThereAlready, makePasskey } = await import('#web/api/passkey.ts');
    if (!hasPasskeys()) {
      refuse(new Error('Этот браузер не умеет создавать ключи. Обновите его или возьмите другой'));
      return;
    }
    try {
      const passkey = await makePasskey(await send(contract.security.beginPasskey, {}));
      const onSuccess = ({ name }: Passkey): void => void saySuccess('Ключ добавлен', `Назвали его «${name}»`);
      mutate({ body: { passkey } }, { onSuccess, onError: refuse });
    } catch (failure) {
      if (isThereAlready(failure)) refuse(new Error('На этом устройстве ключ от кабинета уже есть'));
      else if (!isDeclined(failure)) refuse(failure);
    }
  };
  const add = (): void => {
    setMaking(true);
    void make()
      .catch(refuse)
      .finally(() => setMaking(false));
  };
  return (
    <Button look="line" busy={isMaking || isPending} onClick={add}>
      Добавить ключ
    </Button>
  );
}

const NOT_ADDED = 'Ключ не добавили. Повторите через минуту';

/** What can be done with the password, and what cannot. */
function PasswordRest({ hasPassword, isNeeded, count }: { hasPassword: boolean; isNeeded: boolean; count: number }) {
  const [isOpen, setOpen] = useState(false);
  if (!hasPassword) {
    return isNeeded ? (
      <p className={styles.note}>Без пароля нужны два ключа, поэтому удалить ни один из них нельзя.</p>
    ) : null;
  }
  if (count < LEAST_WITHOUT_PASSWORD) {
    return <p className={styles.note}>Когда ключей станет два, можно будет убрать пароль совсем.</p>;
  }
  return (
    <>
      <p className={styles.note}>
        Можно входить только ключами. <TextButton onClick={() => setOpen(true)}>Убрать пароль</TextButton>
      </p>
      <RemovePasswordDialog open={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}
