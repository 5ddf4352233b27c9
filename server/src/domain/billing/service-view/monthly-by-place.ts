import type { Day } from '@kabinet/contract/kernel/day';
import { kopecks, type Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import type { ServicePlace } from '#server/domain/services/places/places.rules.ts';
import type { Subscriber } from '#server/kernel/world.ts';
import { sharedForecasts } from '../forecast/forecast.queries.ts';
import { monthlyOf, type Price } from '../forecast/price.rules.ts';

interface Scope {
  readonly db: Tx;
  readonly subscriber: Pick<Subscriber, 'contractId'>;
  readonly today: Day;
}

/** What the services of each place cost a month, from the prices that the forecast is made of. */
export async function monthlyByPlace(
  { db, subscriber, today }: Scope,
  places: readonly Pick<ServicePlace, 'all'>[],
): Promise<Kopecks[]> {
  const forecasts = await sharedForecasts(db, subscriber.contractId, today);
  const prices = Map.groupBy(
    forecasts.flatMap(({ prices: all }) => all),
    ({ userId, phoneNumber }) => userId ?? phoneNumber,
  );
  const costOf = (whose: Price['userId'] | string): number => monthlyOf(prices.get(whose) ?? [], today);
  return places.map(({ all }) =>
    kopecks(all.reduce((sum, { user_id, phone_number }) => sum + costOf(user_id ?? phone_number), 0)),
  );
}
