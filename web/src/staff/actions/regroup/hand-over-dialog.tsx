import { useState } from 'react';
import { useNavigate } from '#web/lib/page/router.tsx';
import { momentText, rubles } from '#web/lib/text/format.ts';
import { Button, LinkButton } from '#web/ui/button/button.tsx';
import { Callout } from '#web/ui/card/callout.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { within } from '#web/ui/dialog/within.ts';
import { Checkbox, Field } from '#web/ui/field/field.tsx';
import { KeyValues } from '#web/ui/text/rows.tsx';
import { contract, type Wire } from '../api/contract.ts';
import { useChange } from '../api/use-call.ts';
import { usePausedTyping } from '../lib/paused-typing.ts';
import { ContactCodeForm } from './contact-dialog.tsx';
import { Notes } from './notes.tsx';
import { RehearsedDialog } from './rehearsed-dialog.tsx';
import { useRehearsal } from './use-rehearsal.ts';

interface HandOverProps {
  card: { readonly contract_id: number };
  onClose: () => void;
}

type HandedContract = Wire<typeof contract.moves.handOver>;

const PAUSE_MS = 300;
const LONGEST = { name: 200, document: 100 } as const;

const isFit = (text: string, most: number): boolean => text.trim() !== '' && text.length <= most;

/** The services go to another person under a contract of his own; what is the former one's stays with him. */
export function HandOverDialog({ card, onClose }: HandOverProps) {
  const [name, setName] = useState('');
  const [company, setCompany] = useState(false);
  const [phone, setPhone] = useState('');
  const [document, setDocument] = useState('');
  const [handed, setHanded] = useState<HandedContract>();
  const change = useChange(contract.moves.handOver);
  const typed = usePausedTyping(isFit(name, LONGEST.name) ? name.trim() : '', PAUSE_MS);
  const body = { contract_id: card.contract_id, name: typed, company: company ? ('yes' as const) : ('no' as const) };
  const rehearsal = useRehearsal(
    contract.moves.handOver,
    { ...body, document: 'Проверка' },
    { paused: typed === '' || change.isPending || handed !== undefined },
  );
  if (handed) return <Handed handed={handed} onClose={onClose} />;
  return (
    <RehearsedDialog
      title={`Переоформить договор ${card.contract_id}`}
      verb="Переоформить"
      look="cut"
      back="Не переоформлять"
      rehearsal={typed === '' ? undefined : rehearsal}
      isPossible={({ refusal }) => refusal === null && isFit(document, LONGEST.document)}
      isBusy={change.isPending}
      onClose={onClose}
      onConfirm={(version, refused) =>
        change.mutate(
          { body: { ...body, document, version, ...(phone.trim() !== '' && { phone }) } },
          { onSuccess: setHanded, onError: refused },
        )
      }
      consequences={(told) => <Consequences told={told} />}
    >
      <Field
        label="Новый абонент"
        autoComplete="off"
        {...within(LONGEST.name, { value: name, hint: 'Фамилия, имя и отчество или название' })}
        onChange={({ target }) => setName(target.value)}
      />
      <Checkbox checked={company} onChange={({ target }) => setCompany(target.checked)}>
        Это организация
      </Checkbox>
      <Field
        label="Его телефон"
        type="tel"
        autoComplete="off"
        value={phone}
        hint="Необязательно. На него уйдёт код"
        onChange={({ target }) => setPhone(target.value)}
      />
      <Field
        label="По какому документу"
        autoComplete="off"
        {...within(LONGEST.document, { value: document, hint: 'Например: «Заявление обоих от 26 ноября»' })}
        onChange={({ target }) => setDocument(target.value)}
      />
    </RehearsedDialog>
  );
}

function Consequences({ told }: { told: HandedContract }) {
  if (told.refusal !== null) {
    return (
      <Callout tone="wait" title="Пока нельзя.">
        {told.refusal}.
      </Callout>
    );
  }
  return (
    <>
      <Callout tone="wait" title="У нового абонента будет свой договор.">
        Прежний закроется: переписка, документы, входы и карты останутся в нём. Обещайте каждому только своё.
      </Callout>
      <KeyValues
        list={[
          ['Перейдут без перерыва', told.services.join(', ')],
          ['Перейдёт на новый счёт', rubles(told.transferred)],
          ['Спишем за остаток месяца', rubles(told.charged)],
          ['Останется на счёте', rubles(told.left)],
        ]}
      />
      <Notes list={told.notes} />
    </>
  );
}

function Handed({ handed, onClose }: { handed: HandedContract; onClose: () => void }) {
  const navigate = useNavigate();
  const { new_contract_id: to, account_no: account, password, until } = handed;
  const open = `/contracts/${to ?? ''}`;
  return (
    <Dialog
      open
      onClose={() => {
        onClose();
        navigate(open);
      }}
      title={`Теперь это договор ${to ?? ''}`}
      actions={
        <>
          <LinkButton to={open}>Открыть карточку</LinkButton>
          <Button look="plain" onClick={onClose}>
            Остаться здесь
          </Button>
        </>
      }
    >
      <p>Скажите новому абоненту. Пароль показываем один раз.</p>
      <KeyValues
        list={[
          ['Логин', String(to)],
          ['Счёт для оплаты', account ?? ''],
          ['Пароль на первый вход', password ?? ''],
          ['Пароль действует до', until === null ? '' : momentText(until, '')],
        ]}
      />
      <FirstCode handed={handed} />
    </Dialog>
  );
}

function FirstCode({ handed: { new_contract_id: to, contact } }: { handed: HandedContract }) {
  const [isConfirmed, setConfirmed] = useState(false);
  if (!contact || to === null || isConfirmed) return null;
  return <ContactCodeForm isFirst contractId={to} sent={contact} onClose={() => setConfirmed(true)} />;
}
