import { contract } from '#web/api/contract.ts';
import { useCall } from '#web/api/use-call.ts';
import { now } from '#web/lib/clock/clock.ts';
import { capital, dayOf, monthText } from '#web/lib/text/format.ts';
import { Button, ButtonRow } from '#web/ui/button/button.tsx';
import { Select } from '#web/ui/field/field.tsx';
import { useDocument } from '#web/shared/page/open-document.ts';
import { isArchived } from './call.texts.ts';
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
  // The page asks the same.
  const { data: month } = useCall(contract.telephoneCall.total, { query: { phone_number: number, limit: 1, period } });
  const save = (format: 'pdf' | 'csv') => document.open({ kind: 'calls', phone_number: number, period, format });
  const months = periods.includes(current) ? periods : [current, ...periods];
  return (
    <div className={styles.picker}>
      <Select label="Месяц" value={period} onChange={({ target }) => onPick(target.value)}>
        {months.map((one) => (
          <option key={one} value={one}>
            {capital(monthText(one, today))}
          </option>
        ))}
      </Select>
      {periods.includes(period) && !(month && isArchived(month)) && (
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
