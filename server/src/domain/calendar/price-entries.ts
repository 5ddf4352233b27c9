import { kopecks, type Kopecks } from '@kabinet/contract/kernel/money';
import { sharedForecasts } from '#server/domain/billing/forecast/forecast.queries.ts';
import { feeText, type Price, type PriceStep } from '#server/domain/billing/forecast/price.rules.ts';
import { keepTogether, phoneText, rubles } from '#server/domain/shared/text.rules.ts';
import type { CalendarRequest } from './asked.ts';
import { entryOf, type CalendarEntry } from './entry.rules.ts';
import { namedServices } from './planned.queries.ts';

type Sold = Price & { readonly phoneNumber?: string | null };

/** Days on which something begins to cost another price. */
export async function priceEntries({ tx, contractId, today }: CalendarRequest): Promise<CalendarEntry[]> {
  const forecasts = await sharedForecasts(tx, contractId, today);
  const changing = forecasts.flatMap(({ kind: p, prices }) =>
    prices.filter(({ steps = [] }) => steps.length > 0).map((price) => ({ p, price })),
  );
  if (changing.length === 0) return [];
  const services = await namedServices(tx, contractId);
  const byId = new Map(services.map((service) => [service.user_id, service]));
  return changing.flatMap(({ p, price }) => {
    const service = price.userId === null ? undefined : byId.get(price.userId);
    return entriesOf(price, { p, services: service ? [service] : [] });
  });
}

/** What the client can do: a plan is changed, an option or a program switched off. */
function insteadOf({ kind, phoneNumber }: Sold): string {
  if (kind === null) return 'Отключить можно на странице услуги';
  if (phoneNumber || kind === 'mail') return 'Другой тариф подберёт поддержка';
  return 'Другой тариф можно выбрать на странице услуги';
}

/** A price of the client's own begins or ends, or the provider has planned one. */
function titleOf(price: Sold, { isIndividual }: PriceStep, isDearer: boolean): string {
  const what = isDearer ? 'Заканчивается ваша скидка' : 'Ваша цена';
  return keepTogether(`${isIndividual ? what : 'Новая цена'}: ${feeText(price)}`);
}

function costsText({ unit }: Sold, amount: Kopecks, was: Kopecks): string {
  const difference = `на ${rubles(kopecks(Math.abs(amount - was)))} ${amount > was ? 'дороже' : 'дешевле'}`;
  return `${amount === 0 ? 'Бесплатно' : `${rubles(amount)} ${unit === 'day' ? 'в день' : 'в месяц'}`}, ${difference}`;
}

const entriesOf = (price: Sold, whose: Pick<CalendarEntry, 'p' | 'services'>): CalendarEntry[] =>
  (price.steps ?? []).map((step, index, steps) => {
    const was = steps[index - 1]?.amount ?? price.amount;
    const costs = costsText(price, step.amount, was);
    return entryOf({
      day: step.from,
      kind: 'price',
      ...whose,
      title: titleOf(price, step, step.amount > was),
      // The list of services has no phone numbers, so the text names the number.
      text: keepTogether(price.phoneNumber ? `Номер ${phoneText(price.phoneNumber)}. ${costs}` : costs),
      by: 'operator',
      undo_reason: insteadOf(price),
    });
  });
