import { Card } from '#ui/card.tsx';
import { KeyValues } from '#ui/rows.tsx';
import { durationText, rateText, type Rate } from './call.texts.ts';

/** Today's call prices. Incoming calls without a price are free. */
export function Rates({ rates }: { rates: readonly Rate[] }) {
  if (rates.length === 0) return null;
  const outgoing = rates.filter(({ direction }) => direction === 'out');
  const incoming = rates.filter(({ direction }) => direction === 'in');
  const free = Math.max(...rates.map(({ free_seconds }) => free_seconds));
  return (
    <Card title="Цены звонков">
      <KeyValues
        list={[
          ...outgoing.map((rate) => [rate.zone_name, rateText(rate)] as const),
          ...incoming.map((rate) => [`Входящие: ${rate.zone_name}`, rateText(rate)] as const),
          incoming.length === 0 && (['Входящие', 'Бесплатно'] as const),
          free > 1 && ([`Короче ${durationText(free)}`, 'Бесплатно'] as const),
        ]}
      />
    </Card>
  );
}
