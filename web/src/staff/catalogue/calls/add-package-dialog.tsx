import { useState } from 'react';
import { addMonths, type Day } from '@kabinet/contract/kernel/day';
import { dayText } from '#web/lib/text/format.ts';
import { Chips } from '#web/ui/field/choice.tsx';
import { Field, Select } from '#web/ui/field/field.tsx';
import { contract } from '../../api/contract.ts';
import { useAnswer } from '../../api/use-call.ts';
import { contractsText } from '../../debtors/debtors.texts.ts';
import { CallsDialog } from './calls-dialog.tsx';
import { FirstMonthChoice } from './end-package-dialog.tsx';

export interface CallPlan {
  readonly id: number;
  readonly name: string;
}

interface AddPackageDialogProps {
  plans: readonly CallPlan[];
  today: string;
  onClose: () => void;
}

const bodyOf = (plan: string, name: string, minutes: string, zones: readonly string[], from: string) =>
  name.trim() === '' || !/^[1-9]\d*$/.test(minutes) || zones.length === 0 || plan === ''
    ? undefined
    : { plan_id: plan, name: name.trim(), minutes, zones: zones.join(','), from };

/** Minutes that a plan includes each month, from a month on. */
export function AddPackageDialog({ plans, today, onClose }: AddPackageDialogProps) {
  const known = useAnswer(contract.callZones.list, {});
  const [plan, setPlan] = useState(String(plans[0]?.id ?? ''));
  const [name, setName] = useState('');
  const [minutes, setMinutes] = useState('');
  const [zones, setZones] = useState<readonly string[]>([]);
  const [from, setFrom] = useState<string>(addMonths(today as Day, 1, 1));
  const turn = (zone: string): void =>
    setZones(zones.includes(zone) ? zones.filter((one) => one !== zone) : [...zones, zone]);
  return (
    <CallsDialog
      title="Новый пакет минут"
      verb="Включить в тариф"
      call={contract.callPackages.add}
      words="packages add"
      body={bodyOf(plan, name, minutes, zones, from)}
      consequences={(told) => (
        <p>
          С {dayText(told.from, today)}, касается: {contractsText(told.contracts)}.
        </p>
      )}
      done={(told) => ['Пакет включён', `С ${dayText(told.from, today)}, касается: ${contractsText(told.contracts)}`]}
      onClose={onClose}
    >
      <Select label="Тариф" value={plan} onChange={({ target }) => setPlan(target.value)}>
        {plans.map((one) => (
          <option key={one.id} value={one.id}>
            {one.name}
          </option>
        ))}
      </Select>
      <Field label="Название" maxLength={100} value={name} onChange={({ target }) => setName(target.value)} />
      <Field
        label="Минут в месяц"
        inputMode="numeric"
        maxLength={6}
        value={minutes}
        onChange={({ target }) => setMinutes(target.value.replaceAll(/\D/g, ''))}
      />
      <Chips
        label="Куда"
        value={zones}
        onChange={turn}
        options={(known.data ?? []).map((one) => ({ value: one.zone, text: one.name }))}
      />
      <FirstMonthChoice label="С какого месяца" today={today} after={today} value={from} onChange={setFrom} />
    </CallsDialog>
  );
}
