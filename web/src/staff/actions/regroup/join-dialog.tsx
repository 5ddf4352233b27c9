import { useState } from 'react';
import { useNavigate } from '#web/lib/page/router.tsx';
import { phone, rubles } from '#web/lib/text/format.ts';
import { Callout } from '#web/ui/card/callout.tsx';
import { within } from '#web/ui/dialog/within.ts';
import { Chips } from '#web/ui/field/choice.tsx';
import { Field, TextArea } from '#web/ui/field/field.tsx';
import { KeyValues } from '#web/ui/text/rows.tsx';
import { saySuccess } from '#web/ui/toast/toast-store.ts';
import { contract, type Wire } from '../../api/contract.ts';
import { useChange } from '../../api/use-call.ts';
import { usePausedTyping } from '../../lib/paused-typing.ts';
import { Notes } from '../notes.tsx';
import { RefusedForNow } from '../refused-for-now.tsx';
import { RehearsedDialog } from '../rehearsed-dialog.tsx';
import { useRehearsal } from '../use-rehearsal.ts';

interface JoinProps {
  card: { readonly contract_id: number };
  onClose: () => void;
}

type JoinedContract = Wire<typeof contract.regroupings.join>;

const PAUSE_MS = 300;
const LONGEST = { document: 100, reason: 500 } as const;
const isFit = (text: string, most: number): boolean => text.trim() !== '' && text.length <= most;
const isNumber = (typed: string): boolean => /^\d{1,15}$/.test(typed);

/** What is typed, and what would come of it. */
function useJoining(here: string) {
  const [otherText, setOther] = useState('');
  const [keeps, setKeeps] = useState<'other' | 'this'>('other');
  const [reason, setReason] = useState('');
  const [document, setDocument] = useState('');
  const change = useChange(contract.regroupings.join);
  const other = usePausedTyping(otherText.trim(), PAUSE_MS);
  const [ends, stays] = keeps === 'other' ? [here, other] : [other, here];
  const body = { contract_id: ends, into_contract_id: stays };
  const isAsked = isNumber(other) && other === otherText.trim();
  const rehearsal = useRehearsal(
    contract.regroupings.join,
    { ...body, document: 'Проверка' },
    { paused: !isAsked || change.isPending },
  );
  const told = isAsked ? rehearsal.data : undefined;
  const typed = { here, other, otherText, keeps, reason, document, isAsked, differ: told?.names_differ === true };
  return { typed, setOther, setKeeps, setReason, setDocument, change, body, rehearsal, told };
}

type Joining = ReturnType<typeof useJoining>;

const isWhole = ({ differ, reason, document }: Joining['typed']): boolean =>
  isFit(document, LONGEST.document) && (!differ || isFit(reason, LONGEST.reason));

/** Two contracts of one person become one; both are shown, for the clerk to make sure that it is one. */
export function JoinDialog({ card, onClose }: JoinProps) {
  const joining = useJoining(String(card.contract_id));
  const { typed, change, body, rehearsal, told } = joining;
  const { here, document, reason, isAsked, differ } = typed;
  const navigate = useNavigate();
  const onSuccess = ({ into_contract_id: into, contract_id: ended }: JoinedContract): void => {
    saySuccess(`Теперь это договор ${into}`, `Договор ${ended} закрыт. Абоненту написали об этом`);
    onClose();
    navigate(`/contracts/${into}`);
  };
  return (
    <RehearsedDialog
      title={`Объединить договор ${here} с другим`}
      verb="Объединить"
      look="cut"
      back="Не объединять"
      rehearsal={isAsked ? rehearsal : undefined}
      isPossible={({ refusal }) => refusal === null && isWhole(typed)}
      isBusy={change.isPending}
      onClose={onClose}
      onConfirm={(version, onError) =>
        told &&
        change.mutate(
          { body: { ...body, document, version, into_version: told.into_version, ...(differ && { reason }) } },
          { onSuccess, onError },
        )
      }
      consequences={(joined) => <Consequences told={joined} />}
    >
      <JoinFields {...joining} />
    </RehearsedDialog>
  );
}

function JoinFields({ typed, setOther, setKeeps, setReason, setDocument }: Joining) {
  const { here, other, otherText, keeps, reason, document, isAsked, differ } = typed;
  const isWrong = otherText.trim() !== '' && !isNumber(otherText.trim());
  return (
    <>
      <Field
        label="Другой договор этого абонента"
        inputMode="numeric"
        autoComplete="off"
        value={otherText}
        error={isWrong ? 'Номер договора — только цифры' : undefined}
        onChange={({ target }) => setOther(target.value)}
      />
      {isAsked && (
        <Chips
          label="Какой договор останется"
          value={keeps}
          onChange={setKeeps}
          options={[
            { value: 'other', text: `Останется ${other}` },
            { value: 'this', text: `Останется ${here}` },
          ]}
        />
      )}
      {differ && (
        <TextArea
          label="Почему это один абонент"
          {...within(LONGEST.reason, { value: reason, hint: 'Например: «Сменила фамилию, свидетельство о браке»' })}
          onChange={({ target }) => setReason(target.value)}
        />
      )}
      <Field
        label="По какому документу"
        autoComplete="off"
        {...within(LONGEST.document, { value: document, hint: 'Например: «Заявление 12 от 26 ноября»' })}
        onChange={({ target }) => setDocument(target.value)}
      />
    </>
  );
}

type Party = JoinedContract['parties'][number];

const partyText = ({ name, address, phones }: Party): string => [name, address, ...phones.map(phone)].join(', ');

function Consequences({ told }: { told: JoinedContract }) {
  const { parties, names_differ: differ, refusal, services } = told;
  const [ends, stays] = parties;
  return (
    <>
      {differ && (
        <Callout tone="bad" title="Имена в договорах разные.">
          Деньги и услуги одного человека перейдут другому. Проверьте паспорт и напишите, почему это один абонент. Если
          это разные люди, нужно «Переоформить».
        </Callout>
      )}
      {refusal !== null && <RefusedForNow refusal={refusal} />}
      <KeyValues
        list={[
          ends !== undefined && ([`Закроется ${ends.contract_id}`, partyText(ends)] as const),
          stays !== undefined && ([`Останется ${stays.contract_id}`, partyText(stays)] as const),
          ...(refusal === null
            ? ([
                services.length > 0 && (['Перейдут без перерыва', services.join(', ')] as const),
                ['Перейдёт на счёт', rubles(told.transferred)],
                ['Там спишем за остаток месяца', rubles(told.charged)],
                ['На счёте станет', rubles(told.left)],
              ] as const)
            : []),
        ]}
      />
      <Notes list={told.notes} />
    </>
  );
}
