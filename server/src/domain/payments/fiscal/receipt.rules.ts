import { wallClock } from '@kabinet/contract/kernel/zone';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import { dayIn, type Instant } from '@kabinet/contract/kernel/day';
import { vatOn, type VatRate } from '#server/domain/money/vat/vat.rules.ts';

const MINUTE_MS = 60_000;
const GIVEN_UP_MS = 3 * 24 * 60 * MINUTE_MS;

/**
 * When to ask the register about a receipt again: after a third of its age, from 10 s to an hour; undefined after three
 * days.
 */
export function nextQuestion(now: Date, sentAt: Date): Date | undefined {
  const age = now.getTime() - sentAt.getTime();
  if (age > GIVEN_UP_MS) return undefined;
  return new Date(now.getTime() + Math.min(Math.max(age / 3, 10_000), 60 * MINUTE_MS));
}

interface ReceiptFacts {
  readonly transaction_id: number;
  readonly try: number;
  readonly kind: 'sell' | 'sell_refund';
  readonly amount: Kopecks;
  readonly items: readonly { readonly account_no: string; readonly amount: Kopecks }[];
  readonly happened_at: Instant;
  readonly email: string | null;
  readonly phone: string | null;
  readonly is_for_other: boolean;
  readonly in_cash: boolean;
}

interface Settings {
  readonly zone: string;
  readonly rates: readonly VatRate[];
  /**
   * Address for receipts of clients without contacts, because the register must send them somewhere: the provider's
   * own.
   */
  readonly ownEmail: string;
}

/** The request to the register. The rate is that of the day on which the money moved. */
export function receiptFrom(told: ReceiptFacts, { zone, rates, ownEmail }: Settings) {
  const happened = new Date(told.happened_at);
  return {
    externalId: `kabinet-${told.transaction_id}-${told.try}`,
    kind: told.kind,
    timestamp: stamp(happened, zone),
    amount: told.amount,
    items: told.items.map(({ account_no, amount }) => ({
      // Whoever pays by a link does not learn whose account it is.
      text: told.is_for_other ? 'Аванс за услуги связи' : `Аванс за услуги связи, лицевой счёт ${account_no}`,
      amount,
    })),
    client: clientOf(told, ownEmail),
    inCash: told.in_cash,
    vat: vatOn(rates, dayIn(zone, happened)),
  };
}

function clientOf({ email, phone }: ReceiptFacts, ownEmail: string): { email: string } | { phone: string } {
  if (email !== null) return { email };
  return phone === null ? { email: ownEmail } : { phone: `+${phone}` };
}

/** `20.11.2026 14:05:00` by the zone's clocks. */
function stamp(moment: Date, zone: string): string {
  const [day = '', time = ''] = wallClock(zone, moment).split(' ');
  return `${day.split('-').reverse().join('.')} ${time}`;
}
