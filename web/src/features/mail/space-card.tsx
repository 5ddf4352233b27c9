import { keepTogether } from '#web/lib/text/format.ts';
import { cx } from '#web/lib/text/cx.ts';
import { Card } from '#web/ui/card/card.tsx';
import { State } from '#web/ui/card/state.tsx';
import { percentOf, sizeIn, sizeText, type Mailbox } from './mail-data.ts';
import styles from './mail.module.css';

/** The card warns from this percentage on. */
const NEARLY_FULL = 90;

/** How much of the mailbox is used, how fast it fills, and what happens when it is full. */
export function SpaceCard({ box }: { box: Mailbox }) {
  const percent = percentOf(box);
  const isNearlyFull = percent >= NEARLY_FULL;
  const [used, whole] = [sizeIn(box.used_bytes, box.quota_bytes), sizeText(box.quota_bytes)];
  return (
    <Card
      title="Место"
      aside={
        <State
          tone={isNearlyFull ? 'wait' : 'ok'}
          {...(isNearlyFull && { icon: 'triangle-alert' })}
          quiet={!isNearlyFull}
        >
          {`Занято ${percent}\u00a0%`}
        </State>
      }
    >
      <p className={styles.big}>
        {used} <small>{`из ${whole}`}</small>
      </p>
      <div
        className={cx(styles.meter, isNearlyFull && styles.full)}
        role="meter"
        aria-label={`Занято ${used} из ${whole}`}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
      >
        <i style={{ width: `${percent}%` }} />
      </div>
      <p className={styles.small}>{keepTogether(wordsOf(box, percent))}</p>
    </Card>
  );
}

function wordsOf({ grown_bytes, used_messages }: Mailbox, percent: number): string {
  const grown = grown_bytes !== null && grown_bytes > 0 ? `За 30 дней прибавилось ${sizeText(grown_bytes)}. ` : '';
  if (percent >= 100)
    return 'Места нет: новые письма возвращаются отправителям. Удалите большие письма и очистите корзину.';
  const full = 'Когда место кончится, новые письма вернутся отправителям.';
  if (percent < NEARLY_FULL) return `${grown}${used_messages === 0 ? 'Писем пока нет. ' : ''}${full}`;
  return `${grown}${full} Удалите письма с большими вложениями и очистите корзину.`;
}
