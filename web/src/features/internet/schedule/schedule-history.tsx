import { now } from '#web/lib/clock/clock.ts';
import { dayOf, momentText, keepTogether } from '#web/lib/text/format.ts';
import { Fold, Line, Rows } from '#web/ui/text/rows.tsx';
import type { AccessSchedule } from './schedule-data.ts';

/** Who changed what, and when; newest first. */
export function History({ history }: Pick<AccessSchedule, 'history'>) {
  if (history.length === 0) return null;
  const today = dayOf(now());
  return (
    <Fold title="История изменений">
      <Rows>
        {history.map(({ at, text, who }, index) => (
          <Line key={`${at}${index}`} title={keepTogether(text)} value={momentText(at, today)} note={who} />
        ))}
      </Rows>
    </Fold>
  );
}
