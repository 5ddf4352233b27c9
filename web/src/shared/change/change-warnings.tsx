import { dayText, rubles, keepTogether, unbroken } from '#web/lib/text/format.ts';
import { Callout } from '#web/ui/card/callout.tsx';
import { isZero, payFor } from '#web/shared/money/account-sums.ts';
import styles from './change-dialog.module.css';
import type { ChangeSummary } from './money-preview.tsx';
import { undoUntilText } from '#web/shared/money/price.texts.ts';

interface ChangeWarningsProps {
  told: ChangeSummary;
  today: string;
}

/** What a change ends, now or later, and other remarks. */
export function ChangeWarnings({ told, today }: ChangeWarningsProps) {
  const { switches_off: off, ends_undo: ends, charge_next: next, missing, from, notes } = told;
  return (
    <>
      {off.length > 0 && (
        <Callout tone="wait" title={from > today ? keepTogether(`С ${dayText(from, today)} отключим:`) : 'Отключим:'}>
          {unbroken(off.map(keepTogether))}.
        </Callout>
      )}
      {ends !== null && (
        <Callout tone="wait" title="Возврат прежнего тарифа закончится.">
          {keepTogether(
            `Пока «${ends.plan}» можно вернуть без потерь ${undoUntilText(ends.until, today)}, потом уже не получится.`,
          )}
        </Callout>
      )}
      {next !== null && isZero(missing) && !isZero(next.missing) && (
        <Callout
          tone="wait"
          title={keepTogether(`К ${dayText(next.day, today)} не хватит ${rubles(payFor(next.missing))}.`)}
        >
          Пополните счёт заранее, чтобы услуги не&nbsp;отключились.
        </Callout>
      )}
      {notes.map((note) => (
        <p key={note} className={styles.note}>
          {note}.
        </p>
      ))}
    </>
  );
}
