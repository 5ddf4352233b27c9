import { useState } from 'react';
import { addDays, addMonths, daysBetween, type Day } from '@kabinet/contract/kernel/day';
import { days, dayText, magnitude, keepTogether } from '#web/lib/text/format.ts';
import { isZero } from '#web/shared/money/account-sums.ts';
import { ChangeDialog, type OnConfirm } from '#web/shared/change/change-dialog.tsx';
import type { User } from '#web/shared/data/frame-data.ts';
import { doneText } from '#web/shared/change/money-preview.tsx';
import { Chips } from '#web/ui/field/choice.tsx';
import { DateField } from '#web/ui/field/date-field.tsx';
import { Money } from '#web/ui/text/money.tsx';
import { KeyValues } from '#web/ui/text/rows.tsx';
import { saySuccess } from '#web/ui/toast/toast-store.ts';
import {
  usePreview,
  useStart,
  type SuspensionDates,
  type Suspension,
  type SuspensionTerms,
  type SuspensionSummary,
} from './suspension-data.ts';
import { useKeptDates } from './suspension-decision.ts';
import { earlyText, paidText, spanText } from './suspension.texts.ts';
import styles from './suspension.module.css';

interface SuspensionDialogProps {
  user: User;
  known: Suspension;
  terms: SuspensionTerms;
  /** The days that the client was choosing before leaving to pay. */
  before: SuspensionDates | undefined;
  today: string;
  onClose: () => void;
}

/** The choice of days, their effect on the service and the money, and the one button. */
export function SuspensionDialog({ user, known, terms, before, today, onClose }: SuspensionDialogProps) {
  const first = known.available_from ?? today;
  const [dates, setDates] = useState<SuspensionDates>(before ?? { from: first, until: usualEnd(first, terms) });
  const preview = usePreview(user.user_id, dates);
  const { start, isPending } = useStart(user.user_id);
  useKeptDates(dates);
  const isNow = dates.from === today;
  const onConfirm: OnConfirm = (version, onLost) =>
    start(
      { ...dates, version },
      {
        onDone: (told) => {
          saySuccess(...toastOf(user.name, told, { isNow, today }));
          onClose();
        },
        onRefused: onClose,
        onLost,
      },
    );
  return (
    <ChangeDialog
      title={keepTogether(`Приостановить «${user.name}»?`)}
      verb="Приостановить"
      at={isNow || dates.from === '' ? 'сейчас' : dayText(dates.from, today)}
      isCut
      back="Не сейчас"
      preview={preview}
      own={user.name}
      today={today}
      isBusy={isPending}
      inDebt={false}
      onConfirm={onConfirm}
      onClose={onClose}
      choice={
        <>
          <DatesForm {...{ dates, known, terms, first, today }} onChange={setDates} />
          {preview.data && <Facts told={preview.data} today={today} />}
        </>
      }
    />
  );
}

const USUAL = [
  { value: 'week', text: 'Неделя', endOf: (from: Day) => addDays(from, 7) },
  { value: 'fortnight', text: 'Две недели', endOf: (from: Day) => addDays(from, 14) },
  { value: 'month', text: 'Месяц', endOf: (from: Day) => addMonths(from, 1) },
] as const;

/** The usual durations that the provider's terms allow. */
const usualFrom = (from: string, { shortest_days, longest_days }: SuspensionTerms) =>
  USUAL.map(({ endOf, ...chip }) => ({ ...chip, until: endOf(from as Day) })).filter(({ until }) => {
    const count = daysBetween(from as Day, until);
    return shortest_days <= count && count <= longest_days;
  });

const usualEnd = (from: string, terms: SuspensionTerms): string =>
  usualFrom(from, terms)[0]?.until ?? addDays(from as Day, terms.shortest_days);

interface DatesFormProps {
  dates: SuspensionDates;
  known: Suspension;
  terms: SuspensionTerms;
  first: string;
  today: string;
  onChange: (dates: SuspensionDates) => void;
}

function DatesForm({ dates: { from, until }, known, terms, first, today, onChange }: DatesFormProps) {
  const base = from === '' ? first : from;
  const usual = usualFrom(base, terms);
  const missing = (day: string): string | undefined => (day === '' ? 'Выберите день' : undefined);
  return (
    <div className={styles.dates}>
      {usual.length > 0 && (
        <Chips
          label="На сколько"
          options={usual}
          value={usual.find((one) => one.until === until)?.value}
          onChange={(value) =>
            onChange({ from: base, until: usual.find((one) => one.value === value)?.until ?? until })
          }
        />
      )}
      <div className={styles.pair}>
        <DateField
          label="С какого дня"
          today={today}
          min={first}
          max={known.latest_from ?? undefined}
          value={from}
          error={missing(from)}
          onChange={(day) => onChange(movedTo(day, { from, until }))}
        />
        <DateField
          label="Когда вернуть"
          today={today}
          min={addDays(base as Day, terms.shortest_days)}
          max={addDays(base as Day, terms.longest_days)}
          whyMin={`самый короткий перерыв — ${days(terms.shortest_days)}`}
          whyMax={`самый длинный перерыв — ${days(terms.longest_days)}`}
          value={until}
          error={missing(until)}
          onChange={(day) => onChange({ from, until: day })}
        />
      </div>
    </div>
  );
}

/** Moves the first day, and the day of return by as many days. */
function movedTo(moved: string, { from, until }: SuspensionDates): SuspensionDates {
  if (moved === '' || from === '' || until === '') return { from: moved, until };
  return { from: moved, until: addDays(moved as Day, daysBetween(from as Day, until as Day)) };
}

/** The agreement: days without service, paid days, and later charges. */
function Facts({ told, today }: { told: SuspensionSummary; today: string }) {
  const span = ['Не будет работать', `${spanText(told, today)}, ${days(told.days)}`] as const;
  return <KeyValues list={told.handed_over ? [span] : [span, ...costsOf(told, today)]} />;
}

function costsOf(told: SuspensionSummary, today: string) {
  const { on_start: onStart, on_return: onReturn } = told;
  return [
    ['Бесплатных дней', told.free_days] as const,
    told.paid_days > 0 && (['Платных дней', paidText(told, today)] as const),
    !isZero(told.start_price) && (['Разовая плата', <Money key="start" value={told.start_price} />] as const),
    onStart !== null && !isZero(onStart.amount) && laterMoney(onStart, today),
    !isZero(onReturn.amount) && told.charge_next?.day !== onReturn.day && laterMoney(onReturn, today),
    ['Вернуть раньше', earlyText(told)] as const,
  ];
}

function laterMoney(
  { day, amount }: SuspensionSummary['on_return'],
  today: string,
): readonly [string, React.ReactNode] {
  const isBack = amount.startsWith('-');
  return [
    `${dayText(day, today)} ${isBack ? 'вернём' : 'спишем'}`,
    <Money key={day} value={magnitude(amount)} signed={isBack} />,
  ];
}

function toastOf(
  name: string,
  told: SuspensionSummary,
  { isNow, today }: { isNow: boolean; today: string },
): [title: string, text: string] {
  if (told.handed_over)
    return ['Передали оператору', keepTogether(`Пауза ${spanText(told, today)}. Ответ покажем здесь`)];
  if (!isNow) return ['Пауза назначена', keepTogether(`«${name}» на паузе ${spanText(told, today)}`)];
  return [`«${name}» на\u00a0паузе`, `${doneText(told)}. Снова заработает ${dayText(told.until, today)}`];
}
