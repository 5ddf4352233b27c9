import type { Tx } from '#server/db/database.ts';
import type { AccountForecast } from '#server/domain/billing/forecast/forecast.queries.ts';
import { afterPayment, namesOffForDebt } from '../payment/after-payment.ts';
import { reachOf } from '../payment/expected-price.rules.ts';
import type { PaymentLimits } from '../payment/payment.rules.ts';
import { presetsOf } from './payer.rules.ts';

/** What a desk shows of an account: sums to take, and until when each of them lasts. */
export async function payingAt(tx: Tx, forecast: AccountForecast, limits: PaymentLimits) {
  const presets = await Promise.all(
    presetsOf(forecast, limits).map(async ({ kind, amount }) => {
      const { balance, lasts_until, switches_on } = await afterPayment(tx, forecast, amount);
      return { kind, amount, balance, lasts_until, switches_on };
    }),
  );
  return {
    debt: forecast.debt,
    off: forecast.blocked ? await namesOffForDebt(tx, forecast.accountId) : [],
    presets,
    reach: reachOf(forecast, limits),
  };
}
