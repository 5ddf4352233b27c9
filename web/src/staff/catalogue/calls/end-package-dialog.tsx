import { useState } from 'react';
import { addMonths, type Day } from '@kabinet/contract/kernel/day';
import { dayText, monthText } from '#web/lib/text/format.ts';
import { Select } from '#web/ui/field/field.tsx';
import { contract } from '../../api/contract.ts';
import { contractsText } from '../../debtors/debtors.texts.ts';
import { CallsDialog } from './calls-dialog.tsx';
import type { CallPackage } from './calls.texts.ts';

const MONTHS_AHEAD = 12;

/** The first days of the months to come after a day. */
const monthsAfter = (day: string): readonly Day[] =>
  Array.from({ length: MONTHS_AHEAD }, (_, ahead) => addMonths(day as Day, ahead + 1, 1));

interface FirstMonthChoiceProps {
  label: string;
  today: string;
  /** The months after this day. */
  after: string;
  value: string;
  onChange: (first: string) => void;
}

/** Minutes are counted by whole months. */
export const FirstMonthChoice = ({ label, today, after, value, onChange }: FirstMonthChoiceProps) => (
  <Select label={label} value={value} onChange={({ target }) => onChange(target.value)}>
    {monthsAfter(after).map((first) => (
      <option key={first} value={first}>
        {monthText(first.slice(0, 7), today)}
      </option>
    ))}
  </Select>
);

/** Ends a package of minutes with the end of a month. */
export function EndPackageDialog({ one, today, onClose }: { one: CallPackage; today: string; onClose: () => void }) {
  const after = one.from > today ? one.from : today;
  const [until, setUntil] = useState<string>(addMonths(after as Day, 1, 1));
  return (
    <CallsDialog
      title={`Закончить «${one.name}»?`}
      verb="Закончить"
      look="cut"
      call={contract.callPackages.end}
      words="packages end"
      body={{ package_id: String(one.package_id), until }}
      consequences={(told) => (
        <p>
          С {dayText(told.until, today)} этих минут в&nbsp;тарифе «{one.plan}» не&nbsp;будет: звонки пойдут
          по&nbsp;обычной цене. Касается: {contractsText(told.contracts)}.
        </p>
      )}
      done={(told) => ['Пакет закончится', `${dayText(told.until, today)}, касается: ${contractsText(told.contracts)}`]}
      onClose={onClose}
    >
      <FirstMonthChoice label="Первый месяц без него" today={today} after={after} value={until} onChange={setUntil} />
    </CallsDialog>
  );
}
