import { now } from '#web/lib/clock/clock.ts';
import { capital, dayOf, monthText } from '#web/lib/text/format.ts';
import { Button, ButtonRow } from '#web/ui/button/button.tsx';
import { Select } from '#web/ui/field/field.tsx';
import { useDocument } from '#web/shared/page/open-document.ts';
import styles from './month-picker.module.css';

const SAVE_PDF = 'Скачать PDF';

interface MonthPickerProps {
  number: string;
  period: string;
  /** Months with calls, newest first. */
  periods: readonly string[];
  /** The current month; it may have no calls yet. */
  current: string;
  onPick: (period: string) => void;
}

/** The choice of the month, and a download of all its calls. */
export function MonthPicker({ number, period, periods, current, onPick }: MonthPickerProps) {
  const today = dayOf(now());
  const document = useDocument();
  const save = (format: 'pdf' | 'csv') => document.open({ kind: 'calls', phone_number: number, period, format });
  const months = periods.includes(current) ? periods : [current, ...periods];
  return (
    <div className={styles.picker}>
      <Select label="Месяц" value={period} onChange={({ target }) => onPick(target.value)}>
        {months.map((month) => (
          <option key={month} value={month}>
            {capital(monthText(month, today))}
          </option>
        ))}
      </Select>
      {periods.includes(period) && (
        <ButtonRow stacked>
          <Button look="soft" busy={document.isPending} onClick={() => save('pdf')}>
            {SAVE_PDF}
          </Button>
          <Button look="line" busy={document.isPending} onClick={() => save('csv')}>
            Скачать таблицу
          </Button>
        </ButtonRow>
      )}
    </div>
  );
}
