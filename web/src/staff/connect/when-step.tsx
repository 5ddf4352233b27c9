import { Fragment } from 'react';
import { dayOf, dayText, range, timeText } from '#web/lib/text/format.ts';
import { VisuallyHidden } from '#web/ui/text/hidden.tsx';
import { Select } from '#web/ui/field/field.tsx';
import styles from './connect.module.css';
import { Step } from './step.tsx';
import type { StepProps } from './where-step.tsx';

const BILLING_DAYS = Array.from({ length: 28 }, (_, index) => index + 1);

/** «10» of «10:00». */
const hourText = (moment: string): string => timeText(moment).replace(/^0|:00$/g, '');

/** When the technician comes, and on which day of the month it is paid. */
export function WhenStep({ draft, check, today, onChange }: StepProps) {
  const visits = check?.visits ?? [];
  return (
    <Step title="Когда придёт мастер" isDone={draft.slot !== undefined}>
      {visits.length === 0 ? (
        <p className={styles.muted}>Свободных окон на неделю вперёд нет. Время можно назначить потом, с карточки.</p>
      ) : (
        <div className={styles.slots} role="group" aria-label="Окно визита">
          <button type="button" aria-pressed={draft.slot === undefined} onClick={() => onChange({ slot: undefined })}>
            Назначим потом
          </button>
          {[...Map.groupBy(visits, ({ from }) => dayOf(from))].map(([day, windows]) => (
            <Fragment key={day}>
              <span aria-hidden="true">{day === today ? 'Сегодня' : dayText(day, today)}</span>
              <div>
                {windows.map(({ slot_id: slot, from, to, is_free: isFree }) => (
                  <button
                    key={from + to}
                    type="button"
                    disabled={!isFree}
                    aria-pressed={draft.slot === slot}
                    onClick={() => onChange({ slot })}
                  >
                    <VisuallyHidden>{dayText(day, today)}, </VisuallyHidden>
                    {range(hourText(from), hourText(to))}
                    {!isFree && <VisuallyHidden>, занято</VisuallyHidden>}
                  </button>
                ))}
              </div>
            </Fragment>
          ))}
        </div>
      )}
      <div className={styles.form}>
        <div className={styles.w4}>
          <Select
            label="Расчётный день"
            value={draft.billingDay ?? 1}
            onChange={({ target }) => onChange({ billingDay: Number(target.value) })}
          >
            {BILLING_DAYS.map((day) => (
              <option key={day} value={day}>
                {day}-е число
              </option>
            ))}
          </Select>
        </div>
      </div>
    </Step>
  );
}
