import { useState } from 'react';
import { rubles } from '#web/lib/text/format.ts';
import { Callout } from '#web/ui/card/callout.tsx';
import { within } from '#web/ui/dialog/within.ts';
import { Checkbox, Field } from '#web/ui/field/field.tsx';
import { KeyValues } from '#web/ui/text/rows.tsx';
import { contract, type Wire } from '../../api/contract.ts';
import { useChange } from '../../api/use-call.ts';
import { usePausedTyping } from '../../lib/paused-typing.ts';
import { ContactCodeForm } from '../contact-dialog.tsx';
import { Notes } from '../notes.tsx';
import { RefusedForNow } from '../refused-for-now.tsx';
import { NewContractDialog } from './new-contract-dialog.tsx';
import { RehearsedDialog } from '../rehearsed-dialog.tsx';
import { useRehearsal } from '../use-rehearsal.ts';

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
  if (handed)
    return (
      <NewContractDialog
        opened={handed}
        title={`Теперь это договор ${handed.new_contract_id ?? ''}`}
        say="Скажите новому абоненту."
        onClose={onClose}
      >
        <FirstCode handed={handed} />
      </NewContractDialog>
    );
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
  if (told.refusal !== null) return <RefusedForNow refusal={told.refusal} />;
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

function FirstCode({ handed: { new_contract_id: to, contact } }: { handed: HandedContract }) {
  const [isConfirmed, setConfirmed] = useState(false);
  if (!contact || to === null || isConfirmed) return null;
  return <ContactCodeForm isFirst contractId={to} sent={contact} onClose={() => setConfirmed(true)} />;
}
