import type { OperatorContract } from '@kabinet/contract/operator';
import { chargeUpTo } from '#domain/billing-run/charge-run.ts';
import { doubtOfClock } from '#domain/billing-run/doubt.ts';
import { failedCharges, latestDays } from '#domain/billing-run/charge-run.queries.ts';
import { correct } from '#domain/billing/correction/correct.ts';
import { orderOneTimeCharge } from '#domain/billing/fee/one-time.queries.ts';
import { countPricesToSettle } from '#domain/changes/price/price.queries.ts';
import { Problem } from '#kernel/problem.ts';
import { withoutTransaction } from '#kernel/world.ts';
import type { PlainHandlers } from '../shared/plain-handlers.ts';
import { atOf } from './at.ts';
import { wrongField } from './refusals.ts';

export const chargingHandlers: PlainHandlers<OperatorContract['charging'], 'run'> = {
  run: withoutTransaction(async ({ body }, { db, clock, provider, log, today }) => {
    const { until = today } = body;
    if (until > today) throw wrongField('until', `Этот день ещё не наступил: ${until}`);
    await chargeUpTo({ db, clock, provider, log }, { until });
    return { until, failed: (await db.read(failedCharges)).length };
  }),
  status: async (_, { db, clock, provider, today }) => {
    const [days, failed, doubt, held_prices] = await Promise.all([
      latestDays(db),
      failedCharges(db),
      doubtOfClock(db, { clock, provider }),
      countPricesToSettle(db, today),
    ]);
    return { days, failed, held: doubt?.why ?? null, held_prices: failed.length > 0 ? held_prices : 0 };
  },
  once: async ({ body }, { db, today }) => {
    const { account_no: accountNo, amount, text, document } = body;
    const charge = { accountNo, what: `document:${document}`, text, amount, day: today };
    const outcome = await orderOneTimeCharge(db, charge);
    if (outcome === 'unknown') throw new Problem('account_unknown');
    return { outcome, amount };
  },
  correct: async ({ body }, scope) => {
    const outcome = await correct(scope.db, body.transaction_id, body.reason, atOf(scope));
    if (outcome === 'unknown') throw new Problem('charge_unknown');
    return { outcome };
  },
};
