import { dayText, rubles } from '#web/lib/text/format.ts';
import { soldPriceText, type ShownItem } from './catalogue.texts.ts';
import styles from './catalogue.module.css';

type Step = ShownItem['prices'][number];

/** The most steps that are drawn: the words of the others would lie on each other. */
const MOST_DRAWN = 4;

const fromText = ({ from, state }: Step, today: string): string => {
  if (from === null) return state === 'now' ? 'сейчас' : 'раньше';
  return `с ${dayText(from, today)}`;
};

/** The price over time as steps, each with its words; what is planned is dashed. */
export function PriceLine({ prices, unit, today }: { prices: readonly Step[]; unit: 'month' | 'day'; today: string }) {
  const line = prices.filter(({ state }) => state !== 'withdrawn').slice(-MOST_DRAWN);
  const sums = line.map(({ price }) => Number(price));
  const [least, most] = [Math.min(...sums), Math.max(...sums)];
  const width = 100 / line.length;
  const topOf = (price: string): number => (most === least ? 60 : 80 - ((Number(price) - least) / (most - least)) * 50);
  const said = line.map((step) => `${soldPriceText(step.price, unit)} ${fromText(step, today)}`).join(', ');
  const pathOf = (index: number): string => {
    const step = line[index];
    if (!step) return '';
    const [left, top] = [index * width, topOf(step.price)];
    const before = line[index - 1];
    return `M${left} ${before ? topOf(before.price) : top}V${top}H${left + width}`;
  };
  return (
    <div className={styles.line} role="img" aria-label={`Цена: ${said}`}>
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        {line.map((step, index) => (
          <path
            key={step.price_change_id ?? 'first'}
            className={step.state === 'planned' ? styles.next : styles.step}
            d={pathOf(index)}
          />
        ))}
      </svg>
      {line.map((step, index) => (
        <span
          key={step.price_change_id ?? 'first'}
          aria-hidden="true"
          style={{ left: `calc(${index * width}% + 0.375rem)`, top: `calc(${topOf(step.price)}% - 2.5rem)` }}
        >
          <b>{rubles(step.price)}</b>
          {fromText(step, today)}
        </span>
      ))}
    </div>
  );
}
