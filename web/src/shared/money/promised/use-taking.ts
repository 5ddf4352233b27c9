import { contract } from '#web/api/contract.ts';
import { useAction } from '#web/api/use-call.ts';
import { useInternetAccount, useTelephone, type Account } from '#web/shared/data/frame-data.ts';
import { ACCOUNT_CHANGED } from '../account-changed.ts';
import type { TakenPromise } from './promised-data.ts';
import type { Partly } from './say-partly.ts';

/** Takes a promised payment. Its fee changes the balance, so it fires the same event on `window` as a payment. */
function useTaking(p: Account['kind']) {
  const { mutate, isPending } = useAction(contract.promisedPayment.take);
  const take = (
    before: string | undefined,
    then: { onTaken: (taken: TakenPromise) => void; onError: (failure: Error) => void },
  ) =>
    mutate(
      { body: { p } },
      {
        onSuccess: (taken) => {
          if (before !== undefined && before !== taken.balance) {
            const detail = { account: p, before, balance: taken.balance };
            window.dispatchEvent(new CustomEvent(ACCOUNT_CHANGED, { detail }));
          }
          then.onTaken(taken);
        },
        onError: then.onError,
      },
    );
  return { take, isPending };
}

interface Outcome {
  onTaken: (taken: readonly TakenPromise[]) => void;
  /** `partly`, if others were taken before. */
  onError: (failure: Error, partly: Partly | undefined) => void;
}

/** Takes those of several accounts one after another; the first refusal ends it. */
export function useTakingAll(kinds: readonly Account['kind'][]) {
  const taking = { i: useTaking('i'), t: useTaking('t') };
  const balances = { i: useInternetAccount().data?.balance, t: useTelephone().data?.balance };
  function take({ onTaken, onError }: Outcome): void {
    const next = ([now, ...later]: readonly Account['kind'][], taken: readonly TakenPromise[]): void =>
      now
        ? taking[now].take(balances[now], {
            onTaken: (one) => next(later, [...taken, one]),
            onError: (failure) => onError(failure, partlyOf(kinds.slice(0, taken.length), now)),
          })
        : onTaken(taken);
    next(kinds, []);
  }
  return { take, isPending: taking.i.isPending || taking.t.isPending };
}

const partlyOf = (done: Partly['done'], refused: Partly['refused']): Partly | undefined =>
  done.length > 0 ? { done, refused } : undefined;
