import { addDays, addMonths, type Day } from '@kabinet/contract/kernel/day';
import { now } from '#web/lib/clock/clock.ts';
import { dayOf } from '#web/lib/text/format.ts';
import { Chips } from '#web/ui/field/choice.tsx';
import { DateField } from '#web/ui/field/date-field.tsx';
import { closesText, NO_TERM } from './term.texts.ts';
import styles from '../settings.module.css';

/** Until when the access is: without a term, for a month, or until a day; an empty day is not chosen yet. */
export interface Term {
  readonly kind: 'none' | 'month' | 'day';
  readonly day: string;
}

export const WITHOUT_TERM: Term = { kind: 'none', day: '' };

const todayNow = (): Day => dayOf(now()) as Day;

/** The day on which the access ends; null: never by itself; undefined: not chosen yet. */
export function chosenEnd({ kind, day }: Term): string | null | undefined {
  if (kind === 'none') return null;
  if (kind === 'month') return addMonths(todayNow(), 1);
  return day === '' ? undefined : day;
}

const KINDS = [
  { value: 'none', text: 'Без срока' },
  { value: 'month', text: 'На месяц' },
  { value: 'day', text: 'До дня' },
] as const satisfies readonly { value: Term['kind']; text: string }[];

interface TermChoiceProps {
  term: Term;
  error: string | undefined;
  onChange: (term: Term) => void;
}

/** The choice of a term; says when the access ends. */
export function TermChoice({ term, error, onChange }: TermChoiceProps) {
  const today = todayNow();
  const until = chosenEnd(term);
  return (
    <>
      <div>
        <p className={styles.asking} aria-hidden="true">
          На какой срок
        </p>
        <Chips<Term['kind']>
          label="На какой срок"
          options={KINDS}
          value={term.kind}
          onChange={(kind) => onChange({ ...term, kind })}
        />
      </div>
      {term.kind === 'day' ? (
        <DateField
          label="Когда закрыть доступ"
          name="until"
          hint="Доступ закроется в&nbsp;00:00 этого дня"
          error={error}
          today={today}
          min={addDays(today, 1)}
          max={addMonths(today, 12)}
          whyMax="доступ открывают не больше чем на год"
          value={term.day}
          onChange={(day) => onChange({ kind: 'day', day })}
        />
      ) : (
        <p>{until ? closesText(until, today) : NO_TERM}.</p>
      )}
    </>
  );
}
