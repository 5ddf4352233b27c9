import type { contract } from '@kabinet/contract';
import type { Result } from '@kabinet/contract/kernel/call/call';
import { refuseBeyond } from '#server/domain/payments/payment/limits.ts';
import {
  endLink,
  paymentLinksOf,
  type OrderedByLink,
  type PaymentLinkRow,
} from '#server/domain/payments/payment-links/payment-link.queries.ts';
import { lookAtPayment, makeLink, openLink, payByLink } from '#server/domain/payments/payment-links/payment-link.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { withoutTransaction, type Handler, type Handlers, type OpenScopeOf } from '#server/kernel/world.ts';

type Group = typeof contract.paymentLink;
type Link = Result<Group['list']>[number];

const DAY_MS = 86_400_000;
const SHOWN_DAYS = 30;

function stateOf({ paid_at, ended_at, expires_at }: PaymentLinkRow, now: Date): Link['state'] {
  if (paid_at !== null) return 'paid';
  if (ended_at !== null) return 'ended';
  return Date.parse(expires_at) > now.getTime() ? 'open' : 'expired';
}

const replyOf = ({ ended_at: _, ...link }: PaymentLinkRow, state: Link['state']): Link => ({ ...link, state });

const list: Handler<Group['list']> = async (_, { db, subscriber, now }) => {
  const since = new Date(now.getTime() - SHOWN_DAYS * DAY_MS);
  const links = await paymentLinksOf(db, subscriber.contractId, { since, now });
  return links.map((link) => replyOf(link, stateOf(link, now)));
};

const make: Handler<Group['make']> = async ({ body }, scope) => {
  const { db, subscriber, outside, provider, now, publicUrl } = scope;
  if (!outside.acquirer.isConnected) throw new Problem('outside_unavailable');
  refuseBeyond(body.amount, provider.payment);
  const wanted = { ...body, contractId: subscriber.contractId };
  const { link, secret } = await makeLink(db, outside.vault, wanted, now);
  return { ...replyOf(link, 'open'), url: `${publicUrl}/lk/support/pay#${secret}` };
};

const end: Handler<Group['end']> = async ({ body }, { db, subscriber, now }) => {
  const found = await endLink(db, subscriber.contractId, body.payment_link_id, now);
  if (!found) throw new Problem('not_found');
  if (found.is_paid) throw new Problem('payment_link_paid');
  return { payment_link_id: found.payment_link_id };
};

const visitorOf = ({ outside, request, now }: Pick<OpenScopeOf<Group['look']>, 'outside' | 'request' | 'now'>) => ({
  vault: outside.vault,
  ip: request.ip,
  now,
});

// These open their own transactions: a wrong link must count although the call is refused, and no lock waits for the bank.
const look = withoutTransaction<Group['look']>(async ({ body }, scope) => {
  const { amount, words, expires_at } = await openLink(scope.db, body.secret, visitorOf(scope));
  return { amount, words, expires_at };
});

const pay = withoutTransaction<Group['pay']>(async ({ body }, scope) => {
  const { db, outside, now } = scope;
  const { payment_link_id: linkId } = await openLink(db, body.secret, visitorOf(scope));
  const payer = { email: body.email, note: body.note === '' ? null : body.note };
  const { payment_id, payload, created_at, expires_at, amount } = await payByLink(db, outside.acquirer, {
    linkId,
    payer,
    now,
  });
  return { payment: payment_id, payload, created_at, expires_at, amount };
});

const STATES = {
  created: 'waiting',
  pending: 'waiting',
  paid: 'paid',
  refunded: 'paid',
  expired: 'expired',
  rejected: 'rejected',
} as const satisfies Record<OrderedByLink['state'], Result<Group['status']>['state']>;

const status = withoutTransaction<Group['status']>(async ({ body }, scope) => {
  const { state, amount } = await lookAtPayment(scope.db, body, visitorOf(scope));
  return { state: STATES[state], amount };
});

export const paymentLinkHandlers: Handlers<Group> = { list, make, end, look, pay, status };
