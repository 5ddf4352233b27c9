import { useState, type SubmitEvent } from 'react';
import { Button } from '#web/ui/button/button.tsx';
import { DialogForm } from '#web/ui/dialog/dialog-form.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { bareCode, sixDigits, within } from '#web/ui/dialog/within.ts';
import { Chips } from '#web/ui/field/choice.tsx';
import { Field } from '#web/ui/field/field.tsx';
import { sayError, saySuccess } from '#web/ui/toast/toast-store.ts';
import { contract, type Wire } from '../api/contract.ts';
import { useChange } from '../api/use-call.ts';

interface ContactDialogProps {
  contractId: number;
  onClose: () => void;
}

type ContactKind = 'phone' | 'email';
type SentCode = Pick<Wire<typeof contract.clients.contact>, 'to'> & { readonly kind: ContactKind };

const WORDS = {
  phone: { text: 'Телефон', label: 'Новый телефон', type: 'tel' },
  email: { text: 'Почта', label: 'Новая почта', type: 'email' },
} as const;

/** A new phone or mail: a code goes to it, the client says the code, and it is a login from then on. */
export function ContactDialog({ contractId, onClose }: ContactDialogProps) {
  const [sent, setSent] = useState<SentCode>();
  return (
    <Dialog open onClose={onClose} title={sent ? 'Код с нового контакта' : 'Сменить телефон или почту'}>
      {sent ? (
        <ContactCodeForm contractId={contractId} sent={sent} onClose={onClose} />
      ) : (
        <AddressForm contractId={contractId} onSent={setSent} />
      )}
    </Dialog>
  );
}

function AddressForm({ contractId, onSent }: { contractId: number; onSent: (sent: SentCode) => void }) {
  const [kind, setKind] = useState<ContactKind>('phone');
  const [address, setAddress] = useState('');
  const [document, setDocument] = useState('');
  const [isTried, setTried] = useState(false);
  const ask = useChange(contract.clients.contact);
  const isWhole = address.trim() !== '' && document.trim() !== '';
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setTried(true);
    if (!isWhole) return;
    ask.mutate(
      { body: { contract_id: contractId, document, [kind]: address } },
      {
        onSuccess: (answer) => onSent({ ...answer, kind }),
        onError: (failure) => void sayError(failure, 'Код не отправился. Повторите', 'Не отправили'),
      },
    );
  };
  const missing = (value: string, error: string) => (isTried && value.trim() === '' ? error : undefined);
  return (
    <DialogForm onSubmit={submit}>
      <Chips
        label="Что меняем"
        value={kind}
        onChange={setKind}
        options={(['phone', 'email'] as const).map((value) => ({ value, text: WORDS[value].text }))}
      />
      <Field
        label={WORDS[kind].label}
        type={WORDS[kind].type}
        autoComplete="off"
        value={address}
        error={missing(address, 'Напишите, на что отправить код')}
        onChange={({ target }) => setAddress(target.value)}
      />
      <Field
        label="По какому документу узнали абонента"
        autoComplete="off"
        {...within(100, {
          value: document,
          hint: 'Например: «Паспорт, последние цифры 45»',
          error: missing(document, 'Назовите документ'),
        })}
        onChange={({ target }) => setDocument(target.value)}
      />
      <Button type="submit" wide busy={ask.isPending}>
        Отправить код
      </Button>
    </DialogForm>
  );
}

interface CodeFormProps extends ContactDialogProps {
  sent: SentCode;
  /** The contract has none yet, and nobody is in its cabinet. */
  isFirst?: boolean;
}

/** The code that a client says makes his phone or mail a login. */
export function ContactCodeForm({ contractId, sent, onClose, isFirst = false }: CodeFormProps) {
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const confirm = useChange(contract.clients.confirmContact);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    confirm.mutate(
      { body: { contract_id: contractId, kind: sent.kind, code: bareCode(code) } },
      {
        onSuccess: ({ sessions_ended: ended }) => {
          saySuccess('Контакт сменили', ended > 0 ? `Закрыли кабинетов: ${ended}` : undefined);
          onClose();
        },
        onError: ({ message }) => setError(message),
      },
    );
  };
  return (
    <DialogForm onSubmit={submit}>
      <p>
        Отправили на {sent.to}.{' '}
        {isFirst
          ? 'Названный код сделает номер логином.'
          : 'Прежний контакт действует, пока абонент не\u00a0назовёт код. Потом открытые кабинеты закроются.'}
      </p>
      <Field
        label="Код, который назвал абонент"
        inputMode="numeric"
        autoComplete="off"
        {...sixDigits({ value: code, error })}
        onChange={({ target }) => {
          setCode(target.value);
          setError(undefined);
        }}
      />
      <Button type="submit" look={isFirst ? 'soft' : 'solid'} wide busy={confirm.isPending}>
        Подтвердить
      </Button>
    </DialogForm>
  );
}
