import { Card } from '#web/ui/card/card.tsx';
import { KeyValues } from '#web/ui/text/rows.tsx';
import { rubles } from '#web/lib/text/format.ts';
import { isZero } from '#web/shared/money/account-sums.ts';
import { callDurationText, callRateText, type Rate } from './call.texts.ts';
import styles from '../telephone-page.module.css';

/** Today's call prices. Incoming calls without a price are free. */
export function Rates({ rates }: { rates: readonly Rate[] }) {
  if (rates.length === 0) return null;
  const outgoing = rates.filter(({ direction }) => direction === 'out');
  const incoming = rates.filter(({ direction }) => direction === 'in');
  const free = Math.max(...rates.map(({ free_seconds }) => free_seconds));
  const areByMinute = outgoing.every(isByMinute);
  const text = (rate: Rate): string => (areByMinute && !isZero(rate.price) ? rubles(rate.price) : callRateText(rate));
  return (
    <Card title="Цены звонков" aside={areByMinute && <span className={styles.unit}>за&nbsp;минуту</span>}>
      <div className={styles.facts}>
        <KeyValues
          list={[
            ...outgoing.map((rate) => [rate.zone_name, text(rate)] as const),
            ...incoming.map((rate) => [`Входящие: ${rate.zone_name}`, callRateText(rate)] as const),
            incoming.length === 0 && (['Входящие', 'Бесплатно'] as const),
            free > 1 && ([`Короче ${callDurationText(free)}`, 'Бесплатно'] as const),
          ]}
        />
      </div>
    </Card>
  );
}

const isByMinute = ({ price, unit_seconds, connection }: Rate): boolean =>
  isZero(connection) && (unit_seconds === 60 || isZero(price));
