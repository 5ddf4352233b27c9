import { useState, type SubmitEvent } from 'react';
import { contract, type Wire } from '#web/api/contract.ts';
import { useAction } from '#web/api/use-call.ts';
import { readable } from '#web/lib/text/readable.ts';
import { EMAIL, PHONE } from '#web/shared/contact/contact-kinds.ts';
import { Button, ButtonRow, TextButton } from '#web/ui/button/button.tsx';
import { Callout } from '#web/ui/card/callout.tsx';
import { Chips, Ways } from '#web/ui/field/choice.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { Field } from '#web/ui/field/field.tsx';
import { sayError, saySuccess } from '#web/ui/toast/toast-store.ts';
import { broughtBy, KIND_NAMES, ROLES, type ChosenKind, type ContactRole } from './contact-roles.ts';
import styles from '../settings.module.css';
import { within } from '#web/ui/dialog/within.ts';

type Contacts = Wire<typeof contract.notice.contacts>;

interface ChangeContactProps {
  contact: Contacts['contacts'][number];
  roles: Contacts['roles'];
  onClose: () => void;
}

/** Changes the role of a contact, its name and what is sent there, or removes it. */
export function ChangeContactDialog(props: ChangeContactProps) {
  const { contact, onClose } = props;
  const [isRemoving, setRemoving] = useState(false);
  const shown = (contact.kind === 'phone' ? PHONE : EMAIL).show(contact.address);
  return (
    <Dialog open onClose={onClose} title={isRemoving ? `Удалить ${shown}?` : shown}>
      {isRemoving ? (
        <Removal contact={contact} shown={shown} onClose={onClose} />
      ) : (
        <ChangeForm {...props} onRemove={() => setRemoving(true)} />
      )}
    </Dialog>
  );
}

function ChangeForm({ contact, roles, onClose, onRemove }: ChangeContactProps & { onRemove: () => void }) {
  const { contact_id } = contact;
  const [name, setName] = useState(contact.name);
  const [role, setRole] = useState<ContactRole>(contact.role);
  const [kinds, setKinds] = useState<readonly ChosenKind[]>(contact.kinds);
  const [refusal, setRefusal] = useState<string>();
  const { mutate, isPending } = useAction(contract.notice.changeContact);
  const possible = roles.find((one) => one.role === role)?.kinds ?? [];
  const become = (wanted: ContactRole): void => {
    setRole(wanted);
    setKinds(broughtBy(roles.find((one) => one.role === wanted)?.kinds ?? []));
  };
  const toggle = (kind: ChosenKind): void =>
    setKinds(kinds.includes(kind) ? kinds.filter((one) => one !== kind) : [...kinds, kind]);
  const save = (event: SubmitEvent): void => {
    event.preventDefault();
    if (isPending) return;
    setRefusal(undefined);
    mutate(
      { body: { contact_id, role, name, kinds: [...kinds] } },
      {
        onSuccess: () => {
          onClose();
          saySuccess('Сохранили', role === contact.role ? '' : 'О новой роли написали и на этот контакт');
        },
        onError: (failure) => setRefusal(readable(failure.message, 'Не получилось. Повторите через минуту')),
      },
    );
  };
  return (
    <form noValidate method="post" className={styles.form} onSubmit={save}>
      {refusal !== undefined && <Callout tone="bad" role="alert" title={`${refusal}.`} />}
      <Field
        label="Чей он"
        autoComplete="off"
        {...within(40, { value: name, hint: 'Необязательно: «Сергей», «Бухгалтерия»' })}
        onChange={({ target }) => setName(target.value)}
      />
      <Ways
        legend="Роль"
        name="role"
        options={ROLES.map(({ role: value, title, note }) => ({ value, title, note }))}
        value={role}
        onChange={become}
      />
      <div className={styles.kinds}>
        <p>О чём писать</p>
        <Chips
          label="О чём писать"
          options={possible.map((kind) => ({ value: kind, text: KIND_NAMES[kind] }))}
          value={kinds}
          onChange={toggle}
        />
        {role === 'owner' && <p className={styles.small}>О входе и паролях пишем владельцам всегда.</p>}
      </div>
      <ButtonRow stacked>
        <Button type="submit" busy={isPending}>
          Сохранить
        </Button>
        <Button look="plain" onClick={onClose}>
          Не менять
        </Button>
      </ButtonRow>
      <div>
        <TextButton onClick={onRemove}>Удалить контакт</TextButton>
      </div>
    </form>
  );
}

interface RemovalProps extends Pick<ChangeContactProps, 'contact' | 'onClose'> {
  shown: string;
}

function Removal({ contact, shown, onClose }: RemovalProps) {
  const { mutate, isPending } = useAction(contract.notice.removeContact);
  const remove = () =>
    mutate(
      { body: { contact_id: contact.contact_id } },
      {
        onSuccess: () => {
          onClose();
          saySuccess('Контакт удалён', shown);
        },
        onError: (failure) => sayError(failure, 'Удалить не получилось. Повторите через минуту'),
      },
    );
  return (
    <div className={styles.form}>
      <p>
        {contact.role === 'owner'
          ? 'Уведомления сюда больше не придут, войти по этому контакту станет нельзя.'
          : 'Уведомления сюда больше не придут.'}{' '}
        Об удалении напишем вам и сюда. Вернуть контакт можно новым кодом.
      </p>
      <ButtonRow stacked>
        <Button look="cut" busy={isPending} onClick={remove}>
          Удалить
        </Button>
        <Button look="plain" onClick={onClose}>
          Оставить
        </Button>
      </ButtonRow>
    </div>
  );
}
