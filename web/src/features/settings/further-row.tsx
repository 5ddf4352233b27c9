import { contract, type Wire } from '#web/api/contract.ts';
import { useAction } from '#web/api/use-call.ts';
import { canSendCode, NO_CODES } from '#web/shared/contact/code-ways.ts';
import { ContactRow } from '#web/shared/contact/contact-card.tsx';
import { CodeForm } from '#web/shared/contact/contact-forms.tsx';
import { EMAIL, PHONE, timesOf } from '#web/shared/contact/contact-kinds.ts';
import { Button, ButtonRow } from '#web/ui/button/button.tsx';
import { State } from '#web/ui/card/state.tsx';
import { sayError, saySuccess } from '#web/ui/toast/toast-store.ts';
import { contactText, whoText } from './contacts/contact-roles.ts';
import styles from './settings.module.css';

interface FurtherRowProps {
  contact: Wire<typeof contract.notice.contacts>['contacts'][number];
  onChange: () => void;
  /** Called when the shown data may be outdated. */
  onLost: () => void;
}

/** A phone or an e-mail beside the first ones: confirmed, or waiting for its code, or waiting too long. */
export function FurtherRow({ contact, onChange, onLost }: FurtherRowProps) {
  const resend = useAction(contract.notice.resendContact);
  const activate = useAction(contract.notice.activateContact);
  const remove = useAction(contract.notice.removeContact);
  const { contact_id, address, is_active: isActive, waiting } = contact;
  const kind = contact.kind === 'phone' ? PHONE : EMAIL;
  const shown = kind.show(address);
  const note = canSendCode(kind.way) ? contactText(contact) : `${whoText(contact)}. ${NO_CODES[kind.way]}`;
  const again = () =>
    resend.mutate(
      { body: { contact_id } },
      { onError: (failure) => sayError(failure, 'Код отправить не получилось. Повторите через минуту') },
    );
  const drop = () =>
    remove.mutate(
      { body: { contact_id } },
      { onError: (failure) => sayError(failure, 'Удалить не получилось. Повторите через минуту') },
    );
  if (isActive) {
    return (
      <ContactRow icon={kind.icon} address={shown} note={note}>
        <Button look="plain" size="sm" aria-label={`Изменить ${shown}`} onClick={onChange}>
          Изменить
        </Button>
      </ContactRow>
    );
  }
  if (waiting) {
    return (
      <CodeForm
        key={waiting.sent_at}
        kind={kind}
        note={whoText(contact)}
        waiting={{ address, ...timesOf(waiting) }}
        isBusy={activate.isPending || resend.isPending}
        onCode={(code, then) =>
          activate.mutate(
            { body: { contact_id, code } },
            {
              onSuccess: () => saySuccess('Контакт подтверждён', shown),
              onError: (failure) => {
                then.onError(failure);
                onLost();
              },
            },
          )
        }
        onAgain={again}
        other="Удалить"
        onOther={drop}
      />
    );
  }
  return (
    <div className={styles.late}>
      <ContactRow icon={kind.icon} address={shown} note={`${whoText(contact)}. Без кода сюда ничего не придёт`}>
        <State tone="off">Код устарел</State>
      </ContactRow>
      <ButtonRow>
        {canSendCode(kind.way) && (
          <Button look="line" size="sm" busy={resend.isPending} onClick={again}>
            Прислать новый код
          </Button>
        )}
        <Button look="plain" size="sm" busy={remove.isPending} aria-label={`Удалить ${shown}`} onClick={drop}>
          Удалить
        </Button>
      </ButtonRow>
    </div>
  );
}
