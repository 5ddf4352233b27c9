import type { Tx } from '#server/db/database.ts';
import { endAutopaymentsOf } from '#server/domain/payments/autopayment/subscription.ts';
import { endLinksOf } from '#server/domain/payments/payment-links/payment-link.queries.ts';

/** A contract that ends is charged by no bank any more, and nobody else pays for it by a link; returns what to tell of that. */
export async function endPaymentsOf(tx: Tx, contractId: number, now: Date): Promise<string[]> {
  const notes = await endAutopaymentsOf(tx, contractId, now);
  const links = await endLinksOf(tx, contractId, now);
  return links === 0 ? notes : [...notes, links === 1 ? ONE_LINK : LINKS];
}

const ONE_LINK = 'Ссылка на оплату закроется: по ней больше никто не заплатит';
const LINKS = 'Ссылки на оплату закроются: по ним больше никто не заплатит';
