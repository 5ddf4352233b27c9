import type { QueryClient } from '@tanstack/react-query';
import { fromWireMoney, kopecks, toWireMoney } from '@kabinet/contract/kernel/money';
import { send } from '#api/client.ts';
import { contract } from '#api/contract.ts';
import { cacheKey, outdate } from '#api/use-call.ts';
import { wait } from '#lib/clock.ts';
import { magnitude, rubles } from '#lib/format.ts';
import { saySuccess } from '#ui/toast-store.ts';
import { ACCOUNT_CHANGED } from './account-changed.ts';
import { telephoneOf, type Account } from './frame-data.ts';

/** After a payment the balances are asked for every 20 s, 10 times at most (specification, 4 and 9). */
const EVERY_MS = 20_000;
const ATTEMPTS = 10;

interface AccountChange {
  account: 'i' | 't';
  /** Wire money. */
  before: string;
  balance: string;
}

type Balances = Partial<Record<'i' | 't', string>>;

let current: AbortController | undefined;

const balancesOf = (internet: Account | undefined, telephone: Account | undefined): Balances => ({
  ...(internet && { i: internet.balance }),
  ...(telephone && { t: telephone.balance }),
});

const cached = (cache: QueryClient): Balances =>
  balancesOf(
    cache.getQueryData<Account>(cacheKey(contract.internetAccount.get)),
    telephoneOf(cache.getQueryData(cacheKey(contract.telephone.get))),
  );

async function asked(signal: AbortSignal): Promise<Balances> {
  const [internet, telephone] = await Promise.all([
    send(contract.internetAccount.get, {}, { signal }),
    send(contract.telephone.get, {}, { signal }),
  ]);
  return balancesOf(internet, telephoneOf(telephone));
}

function changeBetween(before: Balances, after: Balances): AccountChange | undefined {
  for (const account of ['i', 't'] as const) {
    const [was, is] = [before[account], after[account]];
    if (was !== undefined && is !== undefined && was !== is) return { account, before: was, balance: is };
  }
  return undefined;
}

function announce({ before, balance }: AccountChange): void {
  const difference = toWireMoney(kopecks(fromWireMoney(balance) - fromWireMoney(before)));
  const came = !difference.startsWith('-');
  saySuccess(
    came ? `Деньги пришли: ${rubles(difference, { signed: true })}` : `Списали ${rubles(magnitude(difference))}`,
    `На счёте ${rubles(balance)}`,
  );
}

/**
 * Watches for the money of a payment, whatever screen the client goes to meanwhile; started by the payment page. A new watch
 * takes the place of the former. Ends with the event `accountChanged` and a toast, or silently after the last attempt.
 */
export async function watchBalance(cache: QueryClient): Promise<void> {
  current?.abort();
  const watch = new AbortController();
  current = watch;
  let before = cached(cache);
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const stopped = await wait(EVERY_MS, watch.signal).then(
      () => false,
      () => true,
    );
    if (stopped) return;
    // A balance that did not come this time will come the next.
    const after = await asked(watch.signal).catch((): Balances => ({}));
    before = { ...after, ...before };
    const change = changeBetween(before, after);
    if (change) {
      window.dispatchEvent(new CustomEvent<AccountChange>(ACCOUNT_CHANGED, { detail: change }));
      announce(change);
      await outdate(cache, [
        'internet-account',
        'telephone',
        'user',
        'payment',
        'promised-payment',
        'internet-contract',
        'notice',
      ]);
      return;
    }
  }
}
