import { kopecks, type Kopecks } from '@kabinet/contract/kernel/money';
import type { Forecast } from '#server/domain/billing/forecast/forecast.rules.ts';
import { suggestions } from '../payment/expected-price.rules.ts';
import type { PaymentLimits } from '../payment/payment.rules.ts';

const HUNDRED = 100_00;

type PresetKind = 'work' | 'round' | 'month';

interface Preset {
  readonly kind: PresetKind;
  readonly amount: Kopecks;
}

/** Sums that are offered at the desk: what brings services back, the next month, and a round one; equal ones once. */
export function presetsOf(forecast: Forecast, limits: PaymentLimits): Preset[] {
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
