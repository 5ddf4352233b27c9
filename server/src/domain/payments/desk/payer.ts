import { kopecks, type Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import type { AccountForecast } from '#server/domain/billing/forecast/forecast.queries.ts';
import { afterPayment, namesOffForDebt } from '../payment/after-payment.ts';
import { reachOf, suggestions } from '../payment/expected-price.rules.ts';
import type { PaymentLimits } from '../payment/payment.rules.ts';

const HUNDRED = 100_00;

type PresetKind = 'work' | 'round' | 'month';

interface Preset {
  readonly kind: PresetKind;
  readonly amount: Kopecks;
}

/** Sums that are offered at the desk: what brings services back, the next month, and a round one; equal ones once. */
function presetsOf(forecast: AccountForecast, limits: PaymentLimits): Preset[] {
  const { debt } = forecast;
  const month = suggestions(forecast, limits)[0]?.amount;
  const least = debt > 0 ? debt : month;
  const round = least === undefined ? undefined : kopecks(Math.ceil(least / HUNDRED) * HUNDRED);
  const all: readonly (readonly [PresetKind, Kopecks | undefined])[] = [
    ['work', debt > 0 ? debt : undefined],
    ['round', round],
    ['month', month],
  ];
  const known = new Set<Kopecks>();
  return all.flatMap(([kind, amount]) => {
    if (amount === undefined || known.has(amount)) return [];
    known.add(amount);
    return [{ kind, amount }];
  });
}

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
