import { useId } from 'react';
import { rubles } from '#web/lib/text/format.ts';
import { Money } from '#web/ui/text/money.tsx';
import { sending } from '#web/lib/text/texts.ts';
import styles from './cash.module.css';
import { ACCOUNT_FOR } from './cash.texts.ts';
import { changeOf, givenNotes, isTooLittle, sumTyped } from './sums.rules.ts';

interface TakePanelProps {
  kind: 'i' | 't';
  sum: string | undefined;
  given: string;
  onGiven: (text: string) => void;
  isSending: boolean;
  /** Why nothing can be taken now. */
  held: string | undefined;
}

/** The dark panel: here, and nowhere else, money moves. */
export function TakePanel({ kind, sum, given, onGiven, isSending, held }: TakePanelProps) {
  const id = useId();
  const typed = sumTyped(given);
  return (
    <section className={styles.takes} aria-label="Принять">
      <div>
        <h2>Принять {ACCOUNT_FOR[kind]}</h2>
        <p>
          <Money value={sum ?? '0.00'} size="xl" />
        </p>
      </div>
      <div className={styles.given}>
        <label htmlFor={id}>Дали</label>
        <div className={styles.box}>
          <input
            id={id}
            name="given"
            inputMode="decimal"
            autoComplete="off"
            placeholder="без сдачи"
            value={given}
            aria-invalid={isTooLittle(typed, sum) || undefined}
            aria-describedby={`${id}-change`}
            onChange={({ target }) => onGiven(target.value)}
          />
          <span aria-hidden="true">₽</span>
        </div>
        <Notes sum={sum} onGiven={onGiven} />
      </div>
      <Change id={`${id}-change`} given={typed} sum={sum} />
      <button type="submit" className={styles.pay} disabled={isSending || held !== undefined}>
        {isSending ? sending : takeWords(sum)} <kbd>↵</kbd>
      </button>
      <p className={styles.fine}>{held ?? 'Чек пробьёт касса. Отменить можно 10 минут, пока деньги в ящике.'}</p>
    </section>
  );
}

const takeWords = (sum: string | undefined): string => (sum === undefined ? 'Принять' : `Принять ${rubles(sum)}`);

/** What people put on the desk for such a sum. */
function Notes({ sum, onGiven }: Pick<TakePanelProps, 'sum' | 'onGiven'>) {
  return (
    <div className={styles.notes}>
      <button type="button" onClick={() => onGiven('')}>
        без сдачи
      </button>
      {(sum === undefined ? [] : givenNotes(sum)).map((note) => (
        <button key={note} type="button" onClick={() => onGiven(String(note))}>
          {rubles(String(note)).replace(/\s₽$/, '')}
        </button>
      ))}
    </div>
  );
}

function Change({ id, given, sum }: { id: string; given: string | undefined; sum: string | undefined }) {
  const isLess = isTooLittle(given, sum);
  return (
    <p className={styles.back} id={id} role="status">
      <span>{isLess ? 'Дали меньше, чем нужно' : 'Сдача'}</span>
      <b>{isLess ? '—' : rubles(changeOf(given, sum) ?? '0.00')}</b>
    </p>
  );
}
