import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiError } from '#web/api/api-error.ts';
import { contract, type Wire } from '#web/api/contract.ts';
import { cacheKey, callQuery } from '#web/api/use-call.ts';
import { useStoredReader, writeStored, type ReadStored } from '#web/lib/page/stored.ts';
import { visitOf, type BankVisit, type KeptVisit } from './bank-visit.ts';
import { awaitPayment, lookAtPayments, outdateByMoney } from '#web/shared/money/awaited-payments.ts';

export type AccountKind = 'i' | 't';
type State = Wire<typeof contract.payment.status>['state'];

/** The state of a payment for its card. */
export type Sbp =
  | { kind: 'none' }
  | { kind: 'making' }
  | { kind: 'failed'; error: Error }
  | { kind: 'waiting'; payload: string; createdAt: string; expiresAt: string; isBlind: boolean }
  /** The bank says that it is paid; the account does not have the money yet. */
  | ({ kind: 'received' } & Way)
  | ({ kind: 'paid'; switchesOn: readonly string[] } & Way)
  | { kind: 'expired' | 'rejected' | 'refunded' };

type Status = Wire<typeof contract.payment.status>;

/** The times of a payment. */
interface Way {
  createdAt: string;
  receivedAt: string | null;
  paidAt: string | null;
  restored: Status['restored'];
}

/** The stored data of a payment, so that a page reopened after the bank does not offer to pay twice. */
interface Kept extends KeptVisit {
  payment_id: string;
  /** Undefined while it loads: the code may arrive earlier. */
  switches_on: readonly string[] | undefined;
  /** The success has been shown. */
  told?: boolean;
}

const KEPT_MS = 30 * 60_000;
const ALIVE_EVERY_MS = 3000;
/** Polling interval after the code has expired: a late payment is credited too. */
const EXPIRED_EVERY_MS = 15_000;

/** What a code is asked for; wire money. */
export interface SbpOrder {
  p: AccountKind;
  /** For this account. */
  amount: string;
  /** For the other account, by the same payment. */
  other?: string;
}

const keyOf = (order: SbpOrder | undefined): string | undefined =>
  order && `payment.${order.p}.${[order.amount, order.other].filter(Boolean).join('+')}`;
const keptOf = (key: string | undefined, read: ReadStored): Kept | undefined =>
  key === undefined ? undefined : read<Kept | undefined>(key, undefined);

const isAlive = (state: State | undefined): boolean => state === 'created' || state === 'pending';

const isReceived = ({ state, received_at }: Status): boolean =>
  received_at !== null && (isAlive(state) || state === 'expired');

function pollEvery(status: Status | undefined): number | false {
  if (!status) return false;
  // A paid one is followed until the network has switched on what it has restored.
  const isRestoring = status.restored.some(({ applied_at }) => applied_at === null);
  if (isAlive(status.state) || isReceived(status) || isRestoring) return ALIVE_EVERY_MS;
  return status.state === 'expired' ? EXPIRED_EVERY_MS : false;
}

/** The state of the payment, polled every three seconds while the page is visible. */
function useStatus(paymentId: string | undefined) {
  const { data, error, fetchStatus } = useQuery({
    ...callQuery(contract.payment.status, { query: { payment_id: paymentId ?? '' } }),
    enabled: paymentId !== undefined,
    gcTime: 0,
    refetchInterval: ({ state }) => pollEvery(state.data),
  });
  const isUnknown = error instanceof ApiError && error.status === 404;
  return { data, isUnknown, isBlind: fetchStatus === 'paused' || (error !== null && !isUnknown) };
}

interface Before {
  balance: string | undefined;
  /** Of the other account, if the payment is for both. */
  other?: string | undefined;
  /** The services that the payment restores; undefined while it loads. */
  switchesOn: readonly string[] | undefined;
}

/**
 * A payment by SBP: requests its code when there is a sum, follows its state, and refetches the balances when it is paid.
 * The server returns the same code for the same accounts and sums while it is valid, so a reload shows the same one.
 */
export function useSbp(order: SbpOrder | undefined, before: Before): { sbp: Sbp; renew: () => void; visit: BankVisit } {
  const read = useStoredReader();
  const cache = useQueryClient();
  const key = keyOf(order);
  const kept = keptOf(key, read);
  const status = useStatus(kept?.payment_id);
  const state = status.data?.state;
  const isNew = kept === undefined || status.isUnknown;
  const request = { query: queryOf(order) };
  const code = useQuery({
    ...callQuery(contract.payment.sbp, request),
    enabled: order !== undefined && (isNew || isAlive(state)),
    // Only `renew` refetches: after the payment a second request would create a second code, and so offer to pay twice.
    staleTime: 'static',
    gcTime: 0,
  });

  useRemembering({ p: order?.p, key, made: code.data?.payment_id, kept, before });
  useArrival({ key, state, kept });

  const renew = (): void => {
    if (key === undefined) return;
    void cache.resetQueries({ queryKey: cacheKey(contract.payment.sbp, request) });
    // The bank may return the refused code again: discard its old state.
    void cache.resetQueries({ queryKey: cacheKey(contract.payment.status) });
    writeStored(key, undefined, 0);
    void code.refetch();
  };

  return { sbp: view(order, code, status, kept), renew, visit: visitOf(key, kept, KEPT_MS) };
}

const queryOf = ({ p, amount, other }: SbpOrder = { p: 'i', amount: '' }) => ({
  p,
  amount,
  ...(other !== undefined && { other_amount: other }),
});

interface Remembering {
  p: AccountKind | undefined;
  key: string | undefined;
  made: string | undefined;
  kept: Kept | undefined;
  before: Before;
}

/** Stores the payment of a new code; from then on every screen polls its state. */
function useRemembering({ p, key, made, kept, before }: Remembering): void {
  useEffect(() => {
    if (p === undefined || key === undefined || made === undefined || made === kept?.payment_id) return;
    awaitPayment({
      payment_id: made,
      p,
      before: before.balance,
      ...('other' in before && { other: before.other }),
    });
    writeStored(key, { payment_id: made, switches_on: before.switchesOn } satisfies Kept, KEPT_MS);
  }, [p, key, made, kept?.payment_id, before]);
  useEffect(() => {
    const isMissed = kept !== undefined && kept.switches_on === undefined && !kept.told;
    if (key === undefined || !isMissed || before.switchesOn === undefined) return;
    writeStored(key, { ...kept, switches_on: before.switchesOn } satisfies Kept, KEPT_MS);
  }, [key, kept, before.switchesOn]);
}

interface Arrival {
  key: string | undefined;
  state: State | undefined;
  kept: Kept | undefined;
}

/** When the payment is paid, once: refetches the balances; the watch shows the success on any screen. */
function useArrival({ key, state, kept }: Arrival): void {
  const cache = useQueryClient();
  useEffect(() => {
    if (key === undefined || state !== 'paid' || !kept || kept.told) return;
    writeStored(key, { ...kept, told: true } satisfies Kept, KEPT_MS);
    lookAtPayments();
    void outdateByMoney(cache);
  }, [key, state, kept, cache]);
}

interface Parts {
  code: { data: Wire<typeof contract.payment.sbp> | undefined; error: Error | null };
  status: ReturnType<typeof useStatus>;
}

function view(order: SbpOrder | undefined, code: Parts['code'], status: Parts['status'], kept: Kept | undefined): Sbp {
  if (order === undefined) return { kind: 'none' };
  const { data, isBlind } = status;
  if (data && isReceived(data)) return { kind: 'received', ...wayOf(data) };
  if (data && !isAlive(data.state)) return ended(data, kept);
  if (code.data) {
    const { payload, created_at: createdAt, expires_at: expiresAt } = code.data;
    return { kind: 'waiting', payload, createdAt, expiresAt, isBlind };
  }
  return code.error ? { kind: 'failed', error: code.error } : { kind: 'making' };
}

const wayOf = ({ created_at: createdAt, received_at: receivedAt, paid_at: paidAt, restored }: Status): Way => ({
  createdAt,
  receivedAt,
  paidAt,
  restored,
});

function ended(status: Status, kept: Kept | undefined): Sbp {
  const { state } = status;
  if (state === 'paid') return { kind: 'paid', ...wayOf(status), switchesOn: kept?.switches_on ?? [] };
  return { kind: state === 'rejected' || state === 'refunded' ? state : 'expired' };
}
