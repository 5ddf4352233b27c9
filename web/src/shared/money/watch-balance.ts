import { send } from '#web/api/client.ts';
import { contract } from '#web/api/contract.ts';
import { wait } from '#web/lib/clock/clock.ts';
import { telephoneOf, type Account } from '#web/shared/data/frame-data.ts';

/** After a payment the balances are polled every 20 s, 10 times at most (specification, 4 and 9). */
export const EVERY_MS = 20_000;
const ATTEMPTS = 10;

/** Wire money by account. */
export type Balances = Partial<Record<Account['kind'], string | undefined>>;

async function balances(signal: AbortSignal): Promise<Balances> {
  const [internet, answer] = await Promise.all([
    send(contract.internetAccount.get, {}, { signal }),
    send(contract.telephone.get, {}, { signal }),
  ]);
  const telephone = telephoneOf(answer);
  return { i: internet.balance, ...(telephone && { t: telephone.balance }) };
}

/** The accounts of `before` whose balance has changed, or was not known. */
export const changedIn = (before: Balances, after: Balances): Account['kind'][] =>
  (['i', 't'] as const).filter((account) => account in before && before[account] !== after[account]);

/**
 * Polls the balances at once and then every 20 s, until one of `before` has changed, ten times at most. An attempt without a
 * response does not count. Returns the last balances; rejects with the reason of the signal.
 */
export async function watchBalance(before: Balances, signal: AbortSignal): Promise<Balances> {
  for (let attempt = 0; ;) {
    const after = await balances(signal).catch(() => undefined);
    if (after) attempt += 1;
    if (after && (attempt === ATTEMPTS || changedIn(before, after).length > 0)) return after;
    signal.throwIfAborted();
    await wait(EVERY_MS, signal);
  }
}
