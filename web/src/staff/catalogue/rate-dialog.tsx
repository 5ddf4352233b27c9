import { useState } from 'react';
import { addDays, type Day } from '@kabinet/contract/kernel/day';
import { toWireMoney, typedRubles } from '@kabinet/contract/kernel/money';
import { dayText, days, rubles } from '#web/lib/text/format.ts';
import { Button } from '#web/ui/button/button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { Chips } from '#web/ui/field/choice.tsx';
import { DateField } from '#web/ui/field/date-field.tsx';
import { MoneyField, Select } from '#web/ui/field/field.tsx';
import { saySuccess } from '#web/ui/toast/toast-store.ts';
import { contract, type Wire } from '../api/contract.ts';
import { useAnswer, useChange } from '../api/use-call.ts';
import { AskSecond } from '../look/ask-second.tsx';
import { contractsText } from '../debtors/debtors.texts.ts';
import styles from './catalogue.module.css';
import { Refused } from './refused.tsx';

interface RateDialogProps {
  planId: number;
  today: string;
  noticeDays: number;
  onClose: () => void;
}

const wireOf = (sum: ReturnType<typeof typedRubles>): string => (sum === undefined ? '' : toWireMoney(sum));

const plannedText = (was: string | null, contracts: number): string =>
  `${was === null ? '' : `Было ${rubles(was)}. `}Касается: ${contractsText(contracts)}`;

/** A new rate of calls to a zone, from a day on. */
export function RateDialog({ planId, today, noticeDays, onClose }: RateDialogProps) {
  const zones = useAnswer(contract.callZones.list, {});
  const plan = useChange(contract.callRates.plan);
  const [zone, setZone] = useState('');
  const [direction, setDirection] = useState<'in' | 'out'>('out');
  const [price, setPrice] = useState('');
  const [from, setFrom] = useState('');
  const [failure, setFailure] = useState<Error>();
  const sum = typedRubles(price);
  const chosen = zone === '' ? zones.data?.[0]?.zone : zone;
  const isWhole = ![sum, chosen].includes(undefined) && from !== '';
  const body = {
    plan_id: String(planId),
    zone: chosen ?? '',
    direction,
    from,
    price: wireOf(sum),
  };
  const press = (): void => {
    if (!isWhole) return;
    plan.mutate(
      { body },
      {
        onSuccess: ({ was, contracts }) => {
          saySuccess('Назначили', plannedText(was, contracts));
          onClose();
        },
        onError: setFailure,
      },
    );
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Новая цена звонков"
      actions={
        <>
          <Button busy={plan.isPending} aria-disabled={!isWhole || undefined} onClick={press}>
            Назначить
          </Button>
          <Button look="plain" onClick={onClose}>
            Не менять
          </Button>
        </>
      }
    >
      <div className={styles.fields}>
        <ZoneChoice zones={zones.data ?? []} value={chosen} onChange={setZone} />
        <Chips
          label="Какие звонки"
          value={direction}
          onChange={setDirection}
          options={[
            { value: 'out', text: 'Исходящие' },
            { value: 'in', text: 'Входящие' },
          ]}
        />
        <MoneyField label="За минуту" value={price} onChange={setPrice} />
        <DateField label="С какого дня" today={today} min={addDays(today as Day, 1)} value={from} onChange={setFrom} />
      </div>
      <p className={styles.note}>
        Сделанные звонки остаются по&nbsp;прежней цене. Дороже&nbsp;— не&nbsp;раньше чем через {days(noticeDays)},
        с&nbsp;
        {dayText(addDays(today as Day, noticeDays), today)}.
      </p>
      <Refused failure={failure} title="Не назначили." advice="Измените цену или день" />
      <AskSecond failure={failure} call="rates plan" input={body} reason="Новая цена звонков" onAsked={onClose} />
    </Dialog>
  );
}

interface ZoneChoiceProps {
  zones: Wire<typeof contract.callZones.list>;
  value: string | undefined;
  onChange: (zone: string) => void;
}

const ZoneChoice = ({ zones, value = '', onChange }: ZoneChoiceProps) => (
  <Select label="Куда" value={value} onChange={({ target }) => onChange(target.value)}>
    {zones.map(({ zone, name }) => (
      <option key={zone} value={zone}>
        {name}
      </option>
    ))}
  </Select>
);
