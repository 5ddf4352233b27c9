import { dayText, negative, rubles } from '#web/lib/text/format.ts';
import { Ruler, type RulerMark } from '#web/ui/ruler/ruler.tsx';
import type { Account } from '#web/shared/data/frame-data.ts';
import { payFor } from './account-sums.ts';
import { runwayOf, type RunwayMark } from './account-runway.ts';

function markWords({ at, day, amount = '0.00', missing, labelled }: RunwayMark, today: string): RulerMark {
  if (at === 0) return { at, plain: true, ...(labelled && { label: 'Сегодня', note: dayText(day, today) }) };
  if (!labelled) return { at };
  const note = missing === undefined ? rubles(negative(amount)) : `не хватит ${rubles(payFor(missing))}`;
  return { at, label: dayText(day, today), note };
}

interface AccountRulerProps {
  account: Pick<Account, 'days_left' | 'upcoming'>;
  today: string;
  on?: 'panel' | 'card';
}

/** Shows how long the money of an account lasts: one tick per day, amber on the days of charges. */
export function AccountRuler({ account, today, on = 'panel' }: AccountRulerProps) {
  const runway = runwayOf(account, today, on === 'card');
  if (!runway) return null;
  const marks = runway.marks.filter(({ at }) => on === 'panel' || at > 0).map((mark) => markWords(mark, today));
  return <Ruler ticks={runway.ticks} paid={runway.paid} marks={marks} on={on} />;
}
