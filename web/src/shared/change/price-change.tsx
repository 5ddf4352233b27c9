import { cx } from '#lib/cx.ts';
import { dayText, keepTogether } from '#lib/format.ts';
import { isZero } from '#shared/money/account-sums.ts';
import type { ChangeSummary } from './money-preview.tsx';
import styles from './price-change.module.css';
import { priceText, speedText } from '#shared/money/price.texts.ts';

type Rate = ChangeSummary['price']['was'];

interface PriceChangeProps {
  told: ChangeSummary;
  today: string;
}

/** The main figures of a change: the old and the new price, with the speed of a plan. */
export function PriceChange({ told, today }: PriceChangeProps) {
  const { price, speed_mbit: speed, from } = told;
  if (price.will === null && isFree(price.was)) return null;
  const isNew = price.was === null || isKept(told);
  const title = titleOf(from > today ? dayText(from, today) : '', isNew);
  return (
    <dl className={styles.change}>
      {!isNew && <Side title="Сейчас" rate={price.was} speed={speed?.was} />}
      <Side main title={title} rate={price.will} speed={speed?.will} />
    </dl>
  );
}

const isFree = (rate: Rate): boolean => rate === null || isZero(rate.amount);

const sayOf = (rate: Rate): string => `${rate?.amount ?? ''} ${rate?.unit ?? ''}`;
/** Whether nothing changes, because a planned end is cancelled. */
const isKept = ({ price, speed_mbit: speed }: ChangeSummary): boolean =>
  sayOf(price.was) === sayOf(price.will) && speed?.was === speed?.will;

function titleOf(later: string, isNew: boolean): string {
  if (later !== '') return keepTogether(`С ${later}`);
  return isNew ? 'Цена' : 'Станет';
}

interface SideProps {
  title: string;
  rate: Rate;
  speed: number | null | undefined;
  main?: boolean;
}

function Side({ title, rate, speed, main = false }: SideProps) {
  return (
    <div className={cx(main && styles.main)}>
      <dt>{title}</dt>
      <dd>
        {rate === null ? '0\u00a0₽' : priceText({ price: rate.amount, unit: rate.unit })}
        {typeof speed === 'number' && <span className={styles.speed}>{speedText(speed)}</span>}
      </dd>
    </div>
  );
}
