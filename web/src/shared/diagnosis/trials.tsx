import { Checkbox } from '#web/ui/field/field.tsx';
import styles from './diagnosis.module.css';
import type { CheckedService } from './diagnosis-data.ts';
import { trialsOf } from './diagnosis.texts.ts';

interface TrialsProps {
  kind: CheckedService['kind'] | null;
  tried: readonly string[];
  onChange: (tried: readonly string[]) => void;
}

/** What often helps at once. The order says what the client has tried. */
export function Trials({ kind, tried, onChange }: TrialsProps) {
  return (
    <div className={styles.trials}>
      {trialsOf(kind).map((trial) => (
        <Checkbox
          key={trial}
          checked={tried.includes(trial)}
          onChange={({ target }) =>
            onChange(target.checked ? [...tried, trial] : tried.filter((other) => other !== trial))
          }
        >
          {trial}
        </Checkbox>
      ))}
    </div>
  );
}
