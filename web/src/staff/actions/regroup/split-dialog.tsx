import { useState } from 'react';
import { kopecks, typedRubles, toWireMoney } from '@kabinet/contract/kernel/money';
import { rubles } from '#web/lib/text/format.ts';
import { isZero } from '#web/shared/money/account-sums.ts';
import { within } from '#web/ui/dialog/within.ts';
import { Checkbox, Field, MoneyField } from '#web/ui/field/field.tsx';
import { KeyValues } from '#web/ui/text/rows.tsx';
import { contract, type Wire } from '../../api/contract.ts';
import { useChange } from '../../api/use-call.ts';
import { usePausedTyping } from '../../lib/paused-typing.ts';
import styles from '../actions.module.css';
import { RefusedForNow } from '../refused-for-now.tsx';
import { RehearsedDialog } from '../rehearsed-dialog.tsx';
import { useRehearsal } from '../use-rehearsal.ts';
import { NewContractDialog } from './new-contract-dialog.tsx';

interface SplitProps {
  card: Pick<Wire<typeof contract.card.show>, 'contract_id' | 'services' | 'accounts'>;
  onClose: () => void;
}

type SplitContract = Wire<typeof contract.regroupings.split>;

const PAUSE_MS = 300;
const LONGEST_DOCUMENT = 100;
const isWritten = (document: string): boolean => document.trim() !== '' && document.length <= LONGEST_DOCUMENT;

/** Some services go to a new contract of the same person, with the days that are paid for. */
export function SplitDialog({ card, onClose }: SplitProps) {
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const [sumText, setSum] = useState('');
  const [document, setDocument] = useState('');
  const [done, setDone] = useState<SplitContract>();
  const change = useChange(contract.regroupings.split);
  const sum = usePausedTyping(toWireMoney(typedRubles(sumText) ?? kopecks(0)), PAUSE_MS);
  const body = {
    contract_id: card.contract_id,
    services: chosen.map(String),
    ...(!isZero(sum) && { sum }),
  };
  const isAsked = chosen.length > 0;
  const rehearsal = useRehearsal(
    contract.regroupings.split,
    { ...body, document: 'Проверка' },
    { paused: !isAsked || change.isPending || done !== undefined },
  );
  if (done)
    return (
      <NewContractDialog
        opened={done}
        title={`Новый договор ${done.new_contract_id ?? ''}`}
        say="Скажите абоненту: у нового договора свой счёт и свой вход."
        onClose={onClose}
      />
    );
  return (
    <RehearsedDialog
      title={`Разделить договор ${card.contract_id}`}
      verb="Разделить"
      back="Не делить"
      rehearsal={isAsked ? rehearsal : undefined}
      isPossible={({ refusal }) => refusal === null && isWritten(document)}
      isBusy={change.isPending}
      onClose={onClose}
      onConfirm={(version, refused) =>
        change.mutate({ body: { ...body, document, version } }, { onSuccess: setDone, onError: refused })
      }
      consequences={(told) => <Consequences told={told} />}
    >
      <Services services={card.services} chosen={chosen} onChoose={setChosen} />
      <MoneyField
        label="Перенести с остатка"
        hint="Необязательно. Оплаченные дни перейдут и так"
        value={sumText}
        onChange={setSum}
      />
      <Field
        label="По какому документу"
        autoComplete="off"
        {...within(LONGEST_DOCUMENT, { value: document, hint: 'Например: «Заявление 12 от 26 ноября»' })}
        onChange={({ target }) => setDocument(target.value)}
      />
    </RehearsedDialog>
  );
}

interface ServicesProps {
  services: SplitProps['card']['services'];
  chosen: readonly number[];
  onChoose: (chosen: readonly number[]) => void;
}

function Services({ services, chosen, onChoose }: ServicesProps) {
  return (
    <fieldset className={styles.choices}>
      <legend>Какие услуги уйдут на новый договор того же абонента</legend>
      {services.map(({ user_id: id, name, address }) => (
        <Checkbox
          key={id}
          checked={chosen.includes(id)}
          onChange={({ target }) => onChoose(target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))}
        >
          {name}
          {address === '' || address === name ? '' : `, ${address}`}
        </Checkbox>
      ))}
    </fieldset>
  );
}

function Consequences({ told }: { told: SplitContract }) {
  if (told.refusal !== null) return <RefusedForNow refusal={told.refusal} />;
  return (
    <KeyValues
      list={[
        ['Перейдут без перерыва', told.services.join(', ')],
        told.stays.length > 0 && (['Останутся здесь', told.stays.join(', ')] as const),
        ['Оплаченные дни перейдут', rubles(told.returned)],
        !isZero(told.carried) && (['С остатка перейдёт', rubles(told.carried)] as const),
        ['Там спишем за остаток месяца', rubles(told.charged)],
        ['На новом счёте', rubles(told.left)],
        ['На прежнем счёте', rubles(told.remains)],
      ]}
    />
  );
}
