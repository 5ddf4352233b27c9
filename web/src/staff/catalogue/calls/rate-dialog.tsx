import { useState } from 'react';
import { addDays, type Day } from '@kabinet/contract/kernel/day';
import { toWireMoney, typedRubles } from '@kabinet/contract/kernel/money';
import { dayText, days, rubles } from '#web/lib/text/format.ts';
import { Chips } from '#web/ui/field/choice.tsx';
import { DateField } from '#web/ui/field/date-field.tsx';
import { Field, MoneyField, Select } from '#web/ui/field/field.tsx';
import { contract, type Wire } from '../../api/contract.ts';
import { useAnswer } from '../../api/use-call.ts';
import { contractsText } from '../../debtors/debtors.texts.ts';
import styles from '../catalogue.module.css';
import type { CallPlan } from './add-package-dialog.tsx';
import { CallsDialog } from './calls-dialog.tsx';
import { linesText, unitText, type CallRate } from './calls.texts.ts';

interface RateDialogProps {
  /** The plan or the zone of the page; the other one is chosen. */
  planId?: string;
  zone?: string;
  plans?: readonly CallPlan[];
  today: string;
  /** Of a dearer price; undefined: the refusal tells it. */
  noticeDays?: number;
  onClose: () => void;
}

type Planned = Wire<typeof contract.callRates.plan>;

const wireOf = (typed: string): string | undefined => {
  const sum = typedRubles(typed);
  return sum === undefined ? undefined : toWireMoney(sum);
};

const consequencesOf = ({ was, contracts, lines, ...rate }: Planned, today: string): string =>
  `С ${dayText(rate.from, today)} ${unitText(rate)}${was === null ? '' : ` вместо ${rubles(was)}`}. Касается: ${contractsText(contracts)}, ${linesText(lines)}.`;

/** What is not typed anew stays as it is in the present rate. */
interface Typed {
  readonly price: string;
  readonly connection?: string;
  readonly unit?: string;
  readonly free?: string;
}

const NEW_RATE = { connection: '0', unit_seconds: 60, free_seconds: 0 };

function fieldsOf(typed: Typed, present: CallRate | undefined): Required<Typed> {
  const { connection, unit_seconds: unit, free_seconds: free } = present ?? NEW_RATE;
  return { connection, unit: String(unit), free: String(free), ...typed };
}

const NOTHING = { zone: '', id: '' };

function useZones(enabled: boolean) {
  const { data = [] } = useAnswer(contract.callZones.list, {}, { enabled });
  return data;
}

/** The plan and the zone, of the page or chosen, and the rate of today. */
function useWhich({ planId, zone, plans = [] }: Pick<RateDialogProps, 'planId' | 'zone' | 'plans'>) {
  const zones = useZones(zone === undefined);
  const [chosenZone, setZone] = useState(zone);
  const [chosenPlan, setPlan] = useState(planId);
  const query = zone === undefined ? { plan_id: planId } : { zone };
  const { data: rates = [] } = useAnswer(contract.callRates.list, { query });
  const [firstZone] = zones;
  const [firstPlan] = plans;
  const { zone: where } = { ...NOTHING, ...firstZone, ...(chosenZone !== undefined && { zone: chosenZone }) };
  const { id } = { ...NOTHING, ...firstPlan, ...(chosenPlan !== undefined && { id: chosenPlan }) };
  const plan = String(id);
  const presentIn = (direction: 'in' | 'out') => rates.find((one) => isOf(one, { where, plan, direction }));
  return { zones, plans, where, plan, setZone, setPlan, presentIn };
}

/** A new rate of calls, from a day on. */
export function RateDialog({ today, noticeDays, onClose, ...of }: RateDialogProps) {
  const { presentIn, ...which } = useWhich(of);
  const [direction, setDirection] = useState<'in' | 'out'>('out');
  const [typed, setTyped] = useState<Typed>({ price: '' });
  const [from, setFrom] = useState('');
  const present = presentIn(direction);
  const shown = fieldsOf(typed, present);
  return (
    <CallsDialog
      title="Новая цена звонков"
      verb="Назначить"
      call={contract.callRates.plan}
      words="rates plan"
      body={bodyOf({ where: which.where, plan: which.plan, direction, from }, shown)}
      consequences={(told) => <p>{consequencesOf(told, today)}</p>}
      done={(told) => ['Назначили', consequencesOf(told, today)]}
      onClose={onClose}
    >
      {of.zone === undefined && <ZoneChoice zones={which.zones} value={which.where} onChange={which.setZone} />}
      {of.planId === undefined && <PlanChoice plans={which.plans} value={which.plan} onChange={which.setPlan} />}
      <Chips label="Какие звонки" value={direction} onChange={setDirection} options={WAYS} />
      <p className={styles.note}>{present ? `Сейчас ${unitText(present)}` : 'Сейчас цены нет'}</p>
      <PriceFields shown={shown} onChange={(next) => setTyped({ ...typed, ...next })} />
      <DateField label="С какого дня" today={today} min={addDays(today as Day, 1)} value={from} onChange={setFrom} />
      <p className={styles.note}>
        Сделанные звонки остаются по&nbsp;прежней цене.{noticeDays !== undefined && noticeText(noticeDays, today)}
      </p>
    </CallsDialog>
  );
}

const WAYS = [
  { value: 'out', text: 'Исходящие' },
  { value: 'in', text: 'Входящие' },
] as const;

const noticeText = (noticeDays: number, today: string): string =>
  ` Дороже — не раньше чем через ${days(noticeDays)}, с ${dayText(addDays(today as Day, noticeDays), today)}.`;

interface PriceFieldsProps {
  shown: ReturnType<typeof fieldsOf>;
  onChange: (typed: Partial<Typed>) => void;
}

const PriceFields = ({ shown, onChange }: PriceFieldsProps) => (
  <>
    <MoneyField
      label={shown.unit === '60' ? 'За минуту' : 'За шаг'}
      value={shown.price}
      onChange={(price) => onChange({ price })}
    />
    <MoneyField label="За соединение" value={shown.connection} onChange={(connection) => onChange({ connection })} />
    <SecondsField label="Шаг, секунд" value={shown.unit} onChange={(unit) => onChange({ unit })} />
    <SecondsField label="Бесплатно, если короче, секунд" value={shown.free} onChange={(free) => onChange({ free })} />
  </>
);

interface Key {
  readonly where: string;
  readonly plan: string;
  readonly direction: 'in' | 'out';
}

const isOf = (one: CallRate, { where, plan, direction }: Key): boolean =>
  one.state === 'now' && one.zone === where && String(one.plan_id) === plan && one.direction === direction;

/** The body of the call; undefined: something is missing. */
function bodyOf(key: Key & { readonly from: string }, typed: ReturnType<typeof fieldsOf>) {
  const [price, connection] = [wireOf(typed.price), wireOf(typed.connection)];
  const isWhole = [key.where, key.plan, key.from, typed.unit, typed.free].every((value) => value !== '');
  if (!isWhole || price === undefined || connection === undefined) return undefined;
  return {
    plan_id: key.plan,
    zone: key.where,
    direction: key.direction,
    from: key.from,
    price,
    connection,
    unit_seconds: typed.unit,
    free_seconds: typed.free,
  };
}

interface SecondsFieldProps {
  label: string;
  value: string;
  onChange: (typed: string) => void;
}

const SecondsField = ({ label, value, onChange }: SecondsFieldProps) => (
  <Field
    label={label}
    inputMode="numeric"
    maxLength={4}
    value={value}
    onChange={({ target }) => onChange(target.value.replaceAll(/\D/g, ''))}
  />
);

interface ZoneChoiceProps {
  zones: Wire<typeof contract.callZones.list>;
  value: string;
  onChange: (zone: string) => void;
}

const ZoneChoice = ({ zones, value, onChange }: ZoneChoiceProps) => (
  <Select label="Куда" value={value} onChange={({ target }) => onChange(target.value)}>
    {zones.map(({ zone, name }) => (
      <option key={zone} value={zone}>
        {name}
      </option>
    ))}
  </Select>
);

interface PlanChoiceProps {
  plans: readonly CallPlan[];
  value: string;
  onChange: (plan: string) => void;
}

const PlanChoice = ({ plans, value, onChange }: PlanChoiceProps) => (
  <Select label="Тариф" value={value} onChange={({ target }) => onChange(target.value)}>
    {plans.map(({ id, name }) => (
      <option key={id} value={id}>
        {name}
      </option>
    ))}
  </Select>
);
