import { useState } from 'react';
import { counted, momentText } from '#web/lib/text/format.ts';
import { Button } from '#web/ui/button/button.tsx';
import { Callout } from '#web/ui/card/callout.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { Checkbox } from '#web/ui/field/field.tsx';
import { KeyValues } from '#web/ui/text/rows.tsx';
import { sayError } from '#web/ui/toast/toast-store.ts';
import { contract, type Wire } from '../../api/contract.ts';
import { useChange } from '../../api/use-call.ts';

interface FirstPasswordProps {
  card: { readonly contract_id: number };
  onClose: () => void;
}

/** A password for one sign-in, for whoever cannot come in; the clerk has made sure who it is. */
export function FirstPasswordDialog({ card, onClose }: FirstPasswordProps) {
  const [isStepOff, setStepOff] = useState(false);
  const [given, setGiven] = useState<GivenPassword>();
  const give = useChange(contract.contracts.resetPassword);
  const submit = (): void =>
    give.mutate(
      { body: { contract_id: card.contract_id, ...(isStepOff && { second_step: 'off' as const }) } },
      {
        onSuccess: setGiven,
        onError: (failure) => void sayError(failure, 'Дать пароль не получилось. Повторите', 'Пароля нет'),
      },
    );
  if (given) return <Given given={given} onClose={onClose} />;
  return (
    <Dialog
      open
      onClose={onClose}
      title="Дать пароль на один вход?"
      actions={
        <>
          <Button busy={give.isPending} onClick={submit}>
            Дать пароль
          </Button>
          <Button look="line" onClick={onClose}>
            Не давать
          </Button>
        </>
      }
    >
      <Callout tone="wait" title="Сначала убедитесь, что это абонент:">
        пусть назовёт имя, адрес и последний платёж.
      </Callout>
      <p>Прежний пароль перестанет действовать, открытые кабинеты закроются.</p>
      <Checkbox checked={isStepOff} onChange={({ target }) => setStepOff(target.checked)}>
        Выключить и второй шаг: нет ни телефона с кодами, ни запасных кодов
      </Checkbox>
    </Dialog>
  );
}

type GivenPassword = Wire<typeof contract.contracts.resetPassword>;

function Given({ given, onClose }: { given: GivenPassword; onClose: () => void }) {
  const { contract_id: login, password, until, sessions_ended: ended } = given;
  return (
    <Dialog open onClose={onClose} title="Пароль на один вход" actions={<Button onClick={onClose}>Готово</Button>}>
      <p>Продиктуйте абоненту. Пароль показываем один раз, при входе он задаст свой.</p>
      <KeyValues
        list={[
          ['Логин', String(login)],
          ['Пароль', password],
          ['Действует до', momentText(until, '')],
          ended > 0 && (['Закрыли', counted(ended, 'кабинет', 'кабинета', 'кабинетов')] as const),
        ]}
      />
    </Dialog>
  );
}
