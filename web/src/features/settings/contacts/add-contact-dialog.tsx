import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { ApiError } from '#web/api/api-error.ts';
import { contract, type Wire } from '#web/api/contract.ts';
import { useAction, useCall } from '#web/api/use-call.ts';
import { readable } from '#web/lib/text/readable.ts';
import { canSendCode } from '#web/shared/contact/code-ways.ts';
import { EMAIL, PHONE } from '#web/shared/contact/contact-kinds.ts';
import { Button, ButtonRow } from '#web/ui/button/button.tsx';
import { Callout } from '#web/ui/card/callout.tsx';
import { Chips, Ways } from '#web/ui/field/choice.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { Field, focusFirstWrong } from '#web/ui/field/field.tsx';
import { ROLES, type ContactRole } from './contact-roles.ts';
import styles from '../settings.module.css';
import { within } from '#web/ui/dialog/within.ts';

type Contacts = Wire<typeof contract.notice.contacts>;
type Kind = Contacts['contacts'][number]['kind'];

interface FormProps {
  left: Contacts['left'];
  most: number;
  onClose: () => void;
}

export const AddContactDialog = ({ open, ...form }: FormProps & { open: boolean }) => (
  <Dialog open={open} onClose={form.onClose} title="Ещё один контакт">
    <AddContactForm {...form} />
  </Dialog>
);

const FULL = { phone: 'Телефонов', email: 'Адресов почты' } as const;

const KINDS = [
  { value: 'phone', text: 'Телефон' },
  { value: 'email', text: 'Почта' },
] as const satisfies readonly { value: Kind; text: string }[];

/** Asks whose the contact is and what is sent there, then sends a code to it. */
function AddContactForm({ left, most, onClose }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [kind, setKind] = useState<Kind>(canSendCode('phone') ? 'phone' : 'email');
  const [address, setAddress] = useState('');
  const [name, setName] = useState('');
  const [role, setRole] = useState<ContactRole>('payer');
  const [refusal, setRefusal] = useState<{ address?: string | undefined; whole?: string | undefined }>({});
  const { mutate, isPending } = useAction(contract.notice.addContact);
  useEffect(() => focusFirstWrong(form.current), [refusal]);
  const { label, input } = kind === 'phone' ? PHONE : EMAIL;
  const isFull = left[kind] <= 0;

  const add = (event: SubmitEvent): void => {
    event.preventDefault();
    if (isPending) return;
    setRefusal({});
    mutate(
      { body: { kind, address, role, name } },
      {
        onSuccess: onClose,
        onError: (failure) => {
          const wrong = failure instanceof ApiError ? failure.errors['body.address'] : undefined;
          setRefusal(
            wrong === undefined
              ? { whole: readable(failure.message, 'Не получилось. Повторите через минуту') }
              : { address: wrong },
          );
        },
      },
    );
  };

  return (
    <form ref={form} noValidate method="post" className={styles.form} onSubmit={add}>
      {refusal.whole !== undefined && <Callout tone="bad" role="alert" title={`${refusal.whole}.`} />}
      <Chips<Kind>
        label="Что добавить"
        options={KINDS.filter(({ value }) => canSendCode(value))}
        value={kind}
        onChange={(chosen) => {
          setKind(chosen);
          setRefusal({});
        }}
      />
      {isFull ? (
        <Callout title={`${FULL[kind]} уже ${most}, больше нельзя.`}>Удалите ненужный и вернитесь сюда.</Callout>
      ) : (
        <>
          <Field
            label={label}
            {...input}
            value={address}
            error={refusal.address}
            hint="Пришлём код из шести цифр. Спросите его у&nbsp;того, чей это контакт, и введите на этой странице."
            onChange={({ target }) => setAddress(target.value)}
          />
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
            onChange={setRole}
          />
          {kind === 'phone' && <Price />}
        </>
      )}
      <ButtonRow stacked>
        {!isFull && (
          <Button type="submit" busy={isPending}>
            Прислать код
          </Button>
        )}
        <Button look="plain" onClick={onClose}>
          Не добавлять
        </Button>
      </ButtonRow>
    </form>
  );
}

/** The price of text messages to one more phone. */
function Price() {
  const { data } = useCall(contract.notice.mobileSettings, {});
  const paid = data?.package;
  if (!data) return null;
  if (!paid) return <p className={styles.small}>СМС бесплатны.</p>;
  const service = `«${paid.title}», ${paid.price_text}`;
  return (
    <p className={styles.small}>
      {paid.control.status === 'on'
        ? `СМС на этот номер входят в услугу ${service}: она одна на все телефоны. СМС с кодами и о входе бесплатны.`
        : `СМС о деньгах, услугах и\u00a0заявках придут, если подключить услугу ${service}: она одна на все телефоны. СМС с кодами и о входе бесплатны.`}
    </p>
  );
}
