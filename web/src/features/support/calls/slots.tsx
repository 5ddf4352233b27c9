import { useState } from 'react';
import { contract, type Wire } from '#web/api/contract.ts';
import { useCall } from '#web/api/use-call.ts';
import { dayOf, range, timeText } from '#web/lib/text/format.ts';
import { Loaded } from '#web/shared/page/loaded.tsx';
import { Chips } from '#web/ui/field/choice.tsx';
import { TextButton } from '#web/ui/button/button.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { weekdayText } from './weekday.ts';
import slotStyles from './slots.module.css';
import styles from '../support.module.css';

export type Slot = Wire<typeof contract.support.visitSlots>[number];

/** «14:00–16:00». */
export const windowText = ({ from, to }: Pick<Slot, 'from' | 'to'>): string => range(timeText(from), timeText(to));

/** Further days are shown on demand: most clients want the soonest. */
const DAYS_AT_ONCE = 6;

interface SlotsProps {
  value: Slot | undefined;
  onChange: (slot: Slot | undefined) => void;
}

/** The windows of a visit: a day, then a time. A taken window is shown as taken. */
export function Slots({ value, onChange }: SlotsProps) {
  const answer = useCall(contract.support.visitSlots, {});
  return (
    <Loaded
      answer={answer}
      failed="Не удалось загрузить время визитов."
      skeleton={<SkeletonRows label="Загружаем время визитов" count={2} tile={false} />}
    >
      {(slots) => <Windows slots={slots} value={value} onChange={onChange} />}
    </Loaded>
  );
}

function Windows({ slots, value, onChange }: SlotsProps & { slots: readonly Slot[] }) {
  const free = [...new Set(slots.filter(({ is_free }) => is_free).map(({ from }) => dayOf(from)))];
  const [picked, setPicked] = useState<string>();
  const [isLong, setLong] = useState(false);
  const days = isLong ? free : free.slice(0, DAYS_AT_ONCE);
  const day = picked ?? (value && dayOf(value.from)) ?? days[0];
  if (days.length === 0) {
    return <p className={styles.note}>Свободного времени на две недели нет. Оставьте заявку: подберём сами.</p>;
  }
  const pick = (next: string): void => {
    setPicked(next);
    onChange(undefined);
  };
  return (
    <div className={slotStyles.slotBox}>
      <Chips
        label="День визита"
        options={days.map((one) => ({ value: one, text: weekdayText(one) }))}
        value={day}
        onChange={pick}
      />
      {days.length < free.length && (
        <p>
          <TextButton onClick={() => setLong(true)}>Ещё дни</TextButton>
        </p>
      )}
      <div className={slotStyles.slots} role="group" aria-label="Время визита">
        {slots
          .filter(({ from }) => dayOf(from) === day)
          .map((slot) => (
            <button
              key={slot.slot_id}
              type="button"
              className={slotStyles.slot}
              aria-pressed={slot.slot_id === value?.slot_id}
              aria-disabled={!slot.is_free || undefined}
              onClick={() => slot.is_free && onChange(slot)}
            >
              {windowText(slot)}
              {!slot.is_free && <small>занято</small>}
            </button>
          ))}
      </div>
    </div>
  );
}
