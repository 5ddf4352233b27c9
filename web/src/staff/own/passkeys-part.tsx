import { useState, type SubmitEvent } from 'react';
import { now } from '#web/lib/clock/clock.ts';
import { dayOf, momentText } from '#web/lib/text/format.ts';
import { Loaded } from '#web/shared/page/loaded.tsx';
import { Button, ButtonRow } from '#web/ui/button/button.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { CutDialog } from '#web/ui/dialog/cut-dialog.tsx';
import { DialogForm } from '#web/ui/dialog/dialog-form.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { within } from '#web/ui/dialog/within.ts';
import { Field } from '#web/ui/field/field.tsx';
import { sayError, saySuccess } from '#web/ui/toast/toast-store.ts';
import { sendForStaff } from '../api/client.ts';
import { contract, type Wire } from '../api/contract.ts';
import { useAnswer, useChange } from '../api/use-call.ts';
import { makeForStaff, mayHavePasskeys, passkeyTrouble } from '../entry/staff-passkey.ts';
import plane from '../look/plane.module.css';
import { Part } from '../look/plane.tsx';

type Passkey = Wire<typeof contract.ownPasskeys.list>[number];
interface Asked {
  readonly act: 'rename' | 'remove';
  readonly passkey: Passkey;
}

const LONGEST_NAME = 60;
const WHAT =
  'Отпечаток, лицо или ПИН вместо логина, пароля и кода. Ключ не выманить: он работает только на этом адресе.';

const NOT_HERE = 'В этом браузере или по этому адресу ключ не завести: нужен https и имя сайта.';

/** Passkeys: they sign in alone, and confirm. */
export function PasskeysPart() {
  const answer = useAnswer(contract.ownPasskeys.list, {});
  const [asked, setAsked] = useState<Asked>();
  const close = (): void => setAsked(undefined);
  return (
    <Part title="Ключи входа" aside={mayHavePasskeys() && <AddPasskey />}>
      <Loaded
        alone
        answer={answer}
        failed="Ключи не загрузились."
        skeleton={<SkeletonRows label="Загружаем ключи" count={1} tile={false} />}
      >
        {(passkeys) =>
          passkeys.length === 0 ? (
            <p className={plane.muted}>
              {WHAT} {!mayHavePasskeys() && NOT_HERE}
            </p>
          ) : (
            <ul className={plane.rows}>
              {passkeys.map((passkey) => (
                <PasskeyRow key={passkey.passkey_id} passkey={passkey} onAsk={(act) => setAsked({ act, passkey })} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {asked?.act === 'rename' && <RenamePasskey passkey={asked.passkey} onClose={close} />}
      {asked?.act === 'remove' && <RemovePasskey passkey={asked.passkey} onClose={close} />}
    </Part>
  );
}

const usedText = ({ added_at: added, used_at: used, is_synced: isSynced }: Passkey): string => {
  const today = dayOf(now());
  const last = used === null ? 'ещё не входили' : `входили ${momentText(used, today)}`;
  return `добавлен ${momentText(added, today)} · ${last}${isSynced ? ' · есть и на других ваших устройствах' : ''}`;
};

function PasskeyRow({ passkey, onAsk }: { passkey: Passkey; onAsk: (act: Asked['act']) => void }) {
  const { name } = passkey;
  return (
    <li className={plane.row}>
      <div>
        <b>{name}</b>
        <span className={plane.sub}>{usedText(passkey)}</span>
      </div>
      <ButtonRow>
        <Button look="plain" size="sm" aria-label={`Переименовать «${name}»`} onClick={() => onAsk('rename')}>
          Переименовать
        </Button>
        <Button look="plain" size="sm" aria-label={`Удалить «${name}»`} onClick={() => onAsk('remove')}>
          Удалить
        </Button>
      </ButtonRow>
    </li>
  );
}

function AddPasskey() {
  const [isMaking, setMaking] = useState(false);
  const add = useChange(contract.ownPasskeys.add);
  const fail = (error: unknown): void => void sayError(new Error(passkeyTrouble(error)), 'Ключ не добавили. Повторите');
  const make = async (): Promise<void> => {
    const passkey = await makeForStaff(await sendForStaff(contract.ownPasskeys.wanted, {}));
    if (!passkey) return;
    const onSuccess = ({ name }: Passkey): void => void saySuccess('Ключ добавлен', `Назвали его «${name}»`);
    add.mutate({ body: { passkey } }, { onSuccess, onError: fail });
  };
  const press = (): void => {
    setMaking(true);
    void make()
      .catch(fail)
      .finally(() => setMaking(false));
  };
  return (
    <Button look="plain" size="sm" icon="key" busy={isMaking || add.isPending} onClick={press}>
      Добавить ключ
    </Button>
  );
}

interface OneProps {
  passkey: Passkey;
  onClose: () => void;
}

function RenamePasskey({ passkey, onClose }: OneProps) {
  const [name, setName] = useState(passkey.name);
  const [error, setError] = useState<string>();
  const rename = useChange(contract.ownPasskeys.rename);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (name.trim() === '') {
      setError('Назовите ключ');
      return;
    }
    rename.mutate(
      { body: { passkey_id: passkey.passkey_id, name } },
      { onSuccess: onClose, onError: (failure) => setError(passkeyTrouble(failure)) },
    );
  };
  return (
    <Dialog open onClose={onClose} title="Как назвать ключ">
      <DialogForm onSubmit={submit}>
        <Field
          label="Название"
          autoComplete="off"
          {...within(LONGEST_NAME, { value: name, hint: 'Чтобы узнать его в списке: «Телефон»', error })}
          onChange={({ target }) => setName(target.value)}
        />
        <Button type="submit" wide busy={rename.isPending}>
          Сохранить
        </Button>
      </DialogForm>
    </Dialog>
  );
}

function RemovePasskey({ passkey, onClose }: OneProps) {
  const remove = useChange(contract.ownPasskeys.remove);
  const cut = (): void =>
    remove.mutate(
      { body: { passkey_id: passkey.passkey_id } },
      {
        onSuccess: () => {
          onClose();
          saySuccess('Ключ удалён', 'Больше он не впустит');
        },
        onError: (failure) => void sayError(failure, 'Ключ не удалили. Повторите'),
      },
    );
  return (
    <CutDialog open title="Удалить ключ?" cut="Удалить" busy={remove.isPending} onCut={cut} onClose={onClose}>
      <p>Ключ «{passkey.name}» больше не впустит. Открытые сеансы останутся: закончить их можно выше.</p>
    </CutDialog>
  );
}
