import { operatorContract, type OperatorContract } from '@kabinet/contract/staff';
import { effectOf, planPrice, withdrawPrice } from '#server/domain/changes/price/plan-price.ts';
import { listPrices } from '#server/domain/changes/price/price.queries.ts';
import { forecastsOf } from '#server/domain/billing/forecast/forecast.queries.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { rehearse } from '#server/kernel/call/rehearsal.ts';
import type { Provider } from '#server/kernel/provider.ts';
import { withoutTransaction, type ScopeOf } from '#server/kernel/world.ts';
import type { PlainHandlers } from '../../shared/plain-handlers.ts';
import { refuseAlone } from '../refusals.ts';

type Prices = OperatorContract['prices'];

const settingOf = ({
  today,
  now,
  operator,
  provider,
}: Pick<ScopeOf<Prices['plan']>, 'today' | 'now' | 'operator'> & { provider: Provider }) => ({
  today,
  now,
  by: operator.name,
  noticeDays: provider.price_change.notice_days,
});

/** A forecast of other buyers is none: somebody would be surprised. */
function refuseStale({ buyers }: { readonly buyers: number }, foreseen: number | undefined): void {
  if (foreseen === undefined || foreseen === buyers) return;
  throw new Problem('price_refused', {
    message: `Договоров было ${foreseen}, стало ${buyers}. Посчитайте прогноз снова`,
  });
}

export const priceHandlers: PlainHandlers<Prices, 'preview'> = {
  list: (_, { db, today }) => listPrices(db, today),
  // Plans the price and rolls back; reads the forecasts without it on another connection.
  preview: withoutTransaction(({ body }, scope) =>
    rehearse(scope.db, async (tx) => {
      const planned = await planPrice(tx, body, settingOf(scope));
      const { price_change_id: _, ...price } = planned;
      const before = (contractId: number) => scope.db.read((other) => forecastsOf(other, contractId, scope.today));
      return { ...price, ...(await effectOf(tx, planned, scope.today, before)) };
    }),
  ),
  plan: async ({ body: { contracts, ...wanted } }, scope) => {
    const planned = await planPrice(scope.db, wanted, settingOf(scope));
    refuseStale(planned, contracts);
    refuseAlone(scope.operator, operatorContract.prices.plan, planned.buyers);
    return planned;
  },
  withdraw: ({ body }, scope) => withdrawPrice(scope.db, body.price_change_id, settingOf(scope)),
};
