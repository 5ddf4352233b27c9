import { randomUUID } from 'node:crypto';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Database, Tx } from '#server/db/database.ts';
import { noteWrongCode, refuseGuesser } from '#server/domain/identity/guard/guesses.ts';
import { notify } from '#server/domain/messaging/notify.ts';
import type { At } from '#server/domain/shared/at.ts';
import { newLinkSecret } from '#server/domain/shared/read-out.ts';
import type { Acquirer } from '#server/integrations/acquirer/port.ts';
import type { Vault } from '#server/integrations/vault/port.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { orderQrOf, type PayablePayment } from '../payment/order-qr.ts';
import { paymentByLink } from '../payment/payment.queries.ts';
import { nextLook, QR_LIFE_MS } from '../payment/payment.rules.ts';
import { watchPaymentAt } from '../payment/watch.ts';
import { linkPaid } from './notices.ts';
import {
  countOpenLinks,
  insertLink,
  linkByMark,
  linkedAccount,
  markLinkPaid,
  notePayer,
  orderedByLink,
  type FoundLink,
  type OrderedByLink,
  type PaymentLinkRow,
} from './payment-link.queries.ts';
import { PURPOSE_OF_LINK } from './payment-link.texts.ts';

const DAY_MS = 86_400_000;
/** How long a link can be paid by. Milliseconds. */
const LINK_LIFE_MS = 7 * DAY_MS;
/** The most open links of an account. */
const MOST_OPEN = 5;
/** For so long after the end of its code a payer may look at what has become of the payment. */
const LOOKED_AT_MS = 3_600_000;

const markOf = (vault: Vault, secret: string): Buffer => vault.markOf(`payment link ${secret}`);

interface Wanted {
  readonly p: 'i' | 't';
  readonly amount: Kopecks;
  readonly words: string;
}

/** Makes a link; its secret is known only to the owner. */
export async function makeLink(
  tx: Tx,
  vault: Vault,
  { contractId, p, ...wanted }: Wanted & { readonly contractId: number },
  now: Date,
): Promise<{ link: PaymentLinkRow; secret: string }> {
  const accountId = await linkedAccount(tx, contractId, p);
  if (accountId === undefined) throw new Problem('payment_no_account');
  if ((await countOpenLinks(tx, accountId, now)) >= MOST_OPEN) throw new Problem('payment_links_too_many');
  const secret = newLinkSecret();
  const expiresAt = new Date(now.getTime() + LINK_LIFE_MS);
  const made = { id: randomUUID(), accountId, ...wanted, mark: markOf(vault, secret), expiresAt };
  return { link: await insertLink(tx, made, now), secret };
}

interface Visitor {
  readonly vault: Vault;
  readonly ip: string;
  readonly now: Date;
}

/**
 * The link of a secret. A paid, closed, expired and unknown link are refused alike by `openLink`. Unknown ones count as wrong codes of
 * their networks, also when the call is refused.
 */
async function findLink(db: Database, secret: string, { vault, ip, now }: Visitor): Promise<FoundLink> {
  const found = await db.write(async (tx) => {
    await refuseGuesser(tx, ip, now);
    const link = await linkByMark(tx, markOf(vault, secret), now);
    if (!link) await noteWrongCode(tx, ip, now);
    return link;
  });
  if (!found) throw new Problem('link_over');
  return found;
}

export async function openLink(db: Database, secret: string, visitor: Visitor): Promise<FoundLink> {
  const found = await findLink(db, secret, visitor);
  if (!found.is_open) throw new Problem('link_over');
  return found;
}

interface Payer {
  readonly email: string | null;
  readonly note: string | null;
}

/** Orders a QR for a link, or finds the one that can still be paid. */
export const payByLink = (
  db: Database,
  acquirer: Acquirer,
  { linkId, payer, now }: { readonly linkId: string; readonly payer: Payer; readonly now: Date },
): Promise<PayablePayment> =>
  orderQrOf(db, acquirer, PURPOSE_OF_LINK, async (tx) => {
    const expiresAt = new Date(now.getTime() + QR_LIFE_MS);
    const paymentId = randomUUID();
    const payment = await paymentByLink(tx, { paymentId, linkId, acquirer: acquirer.name, createdAt: now, expiresAt });
    if (payment.payment_id === paymentId)
      await watchPaymentAt(tx, paymentId, nextLook(now, now, expiresAt) ?? expiresAt);
    // The payment first, as its settlement locks them.
    if (!(await notePayer(tx, linkId, payer, now))) throw new Problem('link_over');
    return payment;
  });

/** What has become of a payment that somebody has ordered by a link; the link may be over by then. */
export async function lookAtPayment(
  db: Database,
  { secret, payment }: { readonly secret: string; readonly payment: string },
  visitor: Visitor,
): Promise<OrderedByLink> {
  const link = await findLink(db, secret, visitor);
  const since = new Date(visitor.now.getTime() - LOOKED_AT_MS);
  const ordered = await db.read((tx) => orderedByLink(tx, link.payment_link_id, payment, since));
  if (!ordered) throw new Problem('link_over');
  return ordered;
}

/** Marks the link of a credited payment, and thanks in the owner's cabinet; in the transaction of the credit, so exactly once. */
export async function noteLinkPaid(tx: Tx, linkId: string, at: At): Promise<void> {
  const paid = await markLinkPaid(tx, linkId, at.now);
  if (!paid) return;
  const { contract_id: contractId, p, amount, words, note } = paid;
  await notify(tx, linkPaid, contractId, { linkId, p, amount, words, note }, at);
}
