import { kopecks } from '@kabinet/contract/kernel/money';
import { sharedForecasts } from '#domain/billing/forecast/forecast.queries.ts';
import { feeText, type Price } from '#domain/billing/forecast/price.rules.ts';
import { keepTogether, rubles } from '#domain/shared/text.rules.ts';
import type { Asked } from './asked.ts';
import { entryOf, type Entry } from './entry.rules.ts';

/** Days on which something begins to cost another price. */
export async function priceEntries({ tx, contractId, today }: Asked): Promise<Entry[]> {
  const forecasts = await sharedForecasts(tx, contractId, today);
  return forecasts.flatMap(({ kind, prices }) => prices.flatMap((price) => entriesOf(price, kind)));
}

const entriesOf = (price: Price, p: Entry['p']): Entry[] =>
  (price.steps ?? []).map(({ from, amount }, index, steps) => {
    const was = steps[index - 1]?.amount ?? price.amount;
    const unit = price.unit === 'day' ? 'в день' : 'в месяц';
    const difference = `на ${rubles(kopecks(Math.abs(amount - was)))} ${amount > was ? 'дороже' : 'дешевле'}`;
    return entryOf({
      day: from,
      kind: 'price',
      p,
      title: keepTogether(`Новая цена: ${feeText(price)}`),
      text: keepTogether(`${amount === 0 ? 'Бесплатно' : `${rubles(amount)} ${unit}`}, ${difference}`),
      by: 'operator',
      undo_reason: 'Цены меняет провайдер. Другой тариф можно выбрать на странице услуги',
    });
  });
