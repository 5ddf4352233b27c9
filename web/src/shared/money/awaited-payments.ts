import type { QueryClient } from '@tanstack/react-query';
import { fromWireMoney, kopecks, toWireMoney } from '@kabinet/contract/kernel/money';
import { MOVED_MONEY } from '@kabinet/contract/kernel/call/outdates';
import { send } from '#web/api/client.ts';
import { contract, type Wire } from '#web/api/contract.ts';
import { isGuest, shownContract } from '#web/api/session.ts';
import { cacheKey, callQuery, outdate } from '#web/api/use-call.ts';
import { rubles } from '#web/lib/text/format.ts';
import { readStored, writeStored } from '#web/lib/page/stored.ts';
import { saySuccess } from '#web/ui/toast/toast-store.ts';
import { ACCOUNT_CHANGED } from './account-changed.ts';
import { telephoneOf, type Account } from '#web/shared/data/frame-data.ts';
import { changedIn, EVERY_MS, watchBalance, type Balances } from './watch-balance.ts';

// Polls the states of payments whose code is valid or expired less than ten minutes ago: on every screen, every 20 s while the page
// is visible, and at once when it becomes visible. The device stores which of them are not reported yet, so that a closed tab loses
// none and two tabs do not report one twice (decision 0059).

type Listed = Wire<typeof contract.payment.awaited>[number];

interface Awaited {
  payment_id: string;
  p: Listed['p'];
  /** The balance before the payment, wire money; undefined when it was not known. */
  before: string | undefined;
  /** For a joint payment: the balance of `t` before it. */
  other?: string | undefined;
}

interface Kept {
  contract: number;
  payments: readonly Awaited[];
}

const KEY = 'awaited';
/** A code is valid for fifteen minutes and is polled for ten more. */
const KEPT_MS = 25 * 60_000;
/** Refetches the resources that incoming money outdates. */
export const outdateByMoney = (cache: QueryClient) => outdate(cache, MOVED_MONEY);

const kept = (): Kept | undefined => readStored<Kept | undefined>(KEY, undefined);

/** The awaited payments of the contract on this page. */
function own(): readonly Awaited[] {
  const record = kept();
  return record && record.contract === shownContract() ? record.payments : [];
}

function keep(payments: readonly Awaited[]): void {
  const shown = shownContract();
  if (shown === undefined || JSON.stringify(payments) === JSON.stringify(own())) return;
  writeStored(KEY, { contract: shown, payments } satisfies Kept, payments.length > 0 ? KEPT_MS : 0);
}

const has = (list: readonly { payment_id: string }[], { payment_id }: { payment_id: string }): boolean =>
  list.some((one) => one.payment_id === payment_id);

/** Starts polling this payment. */
export function awaitPayment(payment: Awaited): void {
  if (!has(own(), payment)) keep([...own(), payment]);
}

let lookNow = (): void => undefined;

/** Whether a payment is awaited; then this file reports it, and others need not. */
export const isAwaiting = (): boolean => own().length > 0;

/** Polls the awaited payments at once, after the caller has learnt that one was paid. */
export const lookAtPayments = (): void => lookNow();

/** Starts polling; returns a function that stops it. */
export function watchPayments(cache: QueryClient): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  // At most one poll runs, and one more waits for it.
  let queue = Promise.resolve();
  let looks = 0;
  // Once per visit and contract, polls payments unknown to this device: codes created elsewhere, or before a sign-out.
  let asked: number | undefined;
  let awaited = own();

  const look = (): void => {
    if (isGuest() || looks === 2) return;
    looks += 1;
    asked = shownContract();
    // A failed poll is repeated the next time.
    const done = (): void => {
      looks -= 1;
      awaited = own();
    };
    queue = queue.then(() => lookOnce(cache, signal)).then(done, done);
  };
  const lookIfDue = (): void => {
    if (document.visibilityState !== 'visible' || looks > 0) return;
    const isToldElsewhere = awaited.some((payment) => !has(own(), payment));
    awaited = own();
    if (isToldElsewhere) void outdateByMoney(cache);
    if (kept() !== undefined || asked !== shownContract()) look();
  };
  lookNow = look;
  const timer = setInterval(lookIfDue, EVERY_MS);
  document.addEventListener('visibilitychange', lookIfDue, { signal });
  window.addEventListener('online', lookIfDue, { signal });
  if (kept() !== undefined) look();
  return () => {
    clearInterval(timer);
    stop.abort();
  };
}

const isOpen = ({ state }: Listed): boolean => state === 'created' || state === 'pending';
/** Whether the payment is final: it can still arrive after its code has expired, but not after a refusal. */
const isOver = ({ state }: Listed): boolean => state === 'rejected' || state === 'refunded';

/** A payment for both accounts. */
const isJoint = ({ parts }: Listed): boolean => parts.length > 1;

const befores = (one: Awaited): (readonly [Listed['p'], string | undefined])[] => [
  [one.p, one.before],
  ...('other' in one ? [['t', one.other] as const] : []),
];

async function lookOnce(cache: QueryClient, signal: AbortSignal): Promise<void> {
  if (shownContract() === undefined) await cache.query(callQuery(contract.internetContract.get, {}));
  const whose = shownContract();
  const listed = await send(contract.payment.awaited, {}, { signal });
  if (shownContract() !== whose) return;
  const balances = cachedBalances(cache);
  const made = listed.filter((one) => isOpen(one) && !has(own(), one));
  keep([
    ...own().filter((payment) => has(listed, payment) && !has(listed.filter(isOver), payment)),
    ...made.map((one) => ({
      payment_id: one.payment_id,
      p: one.p,
      before: balances[one.p],
      ...(isJoint(one) && { other: balances.t }),
    })),
  ]);
  const paid = listed.filter((one) => one.state === 'paid' && has(own(), one));
  if (paid.length === 0) return;
  const before: Balances = Object.fromEntries(own().flatMap((one) => (has(paid, one) ? befores(one) : [])));
  const after = await watchBalance(before, signal);
  if (shownContract() === whose) await tell(cache, paid, before, after);
}

function cachedBalances(cache: QueryClient): Balances {
  const internet = cache.getQueryData<Account>(cacheKey(contract.internetAccount.get));
  const telephone = telephoneOf(cache.getQueryData(cacheKey(contract.telephone.get)));
  return { i: internet?.balance, t: telephone?.balance };
}

/** Reports the accounts whose balance has changed; if none has changed by the last attempt, reports all paid ones. */
async function tell(cache: QueryClient, paid: readonly Listed[], before: Balances, after: Balances): Promise<void> {
  const changed = changedIn(before, after);
  for (const account of changed) {
    const detail = { account, before: before[account], balance: after[account] };
    window.dispatchEvent(new CustomEvent(ACCOUNT_CHANGED, { detail }));
  }
  const told = paid.filter(({ p }) => changed.length === 0 || changed.includes(p));
  // Another tab may have reported it meanwhile.
  const unsaid = told.filter((one) => has(own(), one));
  keep(own().flatMap((one) => (has(told, one) ? [] : [{ ...one, before: after[one.p] ?? one.before }])));
  for (const account of ['i', 't'] as const)
    say(
      unsaid.filter(({ p }) => p === account),
      after[account],
    );
  await outdateByMoney(cache);
}

function say(paid: readonly Listed[], balance: string | undefined): void {
  if (paid.length === 0) return;
  const sum = toWireMoney(kopecks(paid.reduce((total, { amount }) => total + fromWireMoney(amount), 0)));
  saySuccess(
    `Деньги пришли: ${rubles(sum, { signed: true })}`,
    paid.some(isJoint) ? 'На\u00a0оба счёта' : balance && `На счёте ${rubles(balance)}`,
  );
}
