import { Button, IconButton } from '#web/ui/button/button.tsx';
import { Select } from '#web/ui/field/field.tsx';
import { hourText, type Run } from './schedule-grid.ts';
import styles from './schedule.module.css';

interface RunFieldsProps {
  runs: readonly Run[];
  onChange: (runs: readonly Run[]) => void;
}

const hours = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** Hours of one day, with two fields for each run. */
export function RunFields({ runs, onChange }: RunFieldsProps) {
  const change = (index: number, run: Run): void =>
    onChange(runs.map((one, at) => (at === index ? { from: run.from, to: Math.max(run.to, run.from + 1) } : one)));
  const last = runs.at(-1)?.to ?? 7;
  return (
    <div className={styles.runs}>
      {runs.length === 0 && <p>Интернет закрыт весь день.</p>}
      {runs.map((run, index) => (
        <div key={index} className={styles.run}>
          <Select
            label="С"
            value={run.from}
            onChange={({ target }) => change(index, { ...run, from: Number(target.value) })}
          >
            {hours(0, 23).map((hour) => (
              <option key={hour} value={hour}>
                {hourText(hour)}
              </option>
            ))}
          </Select>
          <Select
            label="До"
            value={run.to}
            onChange={({ target }) => change(index, { ...run, to: Number(target.value) })}
          >
            {hours(run.from + 1, 24).map((hour) => (
              <option key={hour} value={hour}>
                {hourText(hour)}
              </option>
            ))}
          </Select>
          <IconButton
            icon="x"
            label={`Убрать часы ${hourText(run.from)}–${hourText(run.to)}`}
            onClick={() => onChange(runs.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      {last < 24 && (
        <Button look="soft" size="sm" onClick={() => onChange([...runs, { from: last, to: Math.min(24, last + 2) }])}>
          Добавить часы
        </Button>
      )}
    </div>
  );
}
