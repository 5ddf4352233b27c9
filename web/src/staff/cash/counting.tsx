import { useId, useState } from 'react';
import { rubles } from '#web/lib/text/format.ts';
import { MoneyField } from '#web/ui/field/field.tsx';
import styles from './cash.module.css';
import { BANKNOTES, countedSum, sumForField, type DrawerCount } from './sums.rules.ts';

interface CountingProps {
  /** The whole sum, as typed or as it follows from the notes. */
  text: string;
  onType: (text: string) => void;
  error: string | undefined;
}

const EMPTY: DrawerCount = { pieces: {}, coins: '' };

/** Counts a drawer: by notes, or the whole sum at once. */
export function Counting({ text, onType, error }: CountingProps) {
  const [count, setCount] = useState(EMPTY);
  const id = useId();
  const put = (next: DrawerCount): void => {
    setCount(next);
    const sum = countedSum(next);
    if (sum !== undefined) onType(sumForField(sum));
  };
  return (
    <>
      <div className={styles.count}>
        <span className={styles.countHead}>Купюра</span>
        <span className={styles.countHead}>Штук</span>
        <span className={styles.countHead}>Сумма</span>
        {BANKNOTES.map((note) => {
          const typed = count.pieces[note] ?? '';
          return (
            <div key={note} className={styles.countRow}>
              <label htmlFor={`${id}-${note}`}>{rubles(String(note))}</label>
              <input
                id={`${id}-${note}`}
                inputMode="numeric"
                autoComplete="off"
                value={typed}
                onChange={({ target }) => put({ ...count, pieces: { ...count.pieces, [note]: target.value } })}
              />
              <span>{/^\d+$/.test(typed) ? rubles(String(Number(typed) * note)) : ''}</span>
            </div>
          );
        })}
        <div className={styles.countRow}>
          <label htmlFor={`${id}-coins`}>Мелочь</label>
          <input
            id={`${id}-coins`}
            inputMode="decimal"
            autoComplete="off"
            value={count.coins}
            onChange={({ target }) => put({ ...count, coins: target.value })}
          />
          <span />
        </div>
      </div>
      <MoneyField
        label="Всего в ящике"
        name="counted"
        value={text}
        onChange={onType}
        error={error}
        hint="Считается по купюрам; можно вписать и сразу"
      />
    </>
  );
}
