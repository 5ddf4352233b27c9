import { contract, type Wire } from '#web/api/contract.ts';
import { useAction, useCall } from '#web/api/use-call.ts';
import { ACCOUNT_CHANGED } from '../account-changed.ts';
import type { Account } from '#web/shared/data/frame-data.ts';

export type PromisedPayment = Wire<typeof contract.promisedPayment.get>;
export type WayOut = Wire<typeof contract.promisedPayment.inDebt>[number];
export type PromiseOffer = NonNullable<PromisedPayment['offer']>;
export type ActivePromise = NonNullable<PromisedPayment['active']>;
export type TakenPromise = Wire<typeof contract.promisedPayment.take>;

/** The terms of a promised payment of the account, and the active one. */
export const usePromisedPayment = (p: Account['kind']) => useCall(contract.promisedPayment.get, { query: { p } });

/** The ways out of a debt of the account; `data` is null when nothing is off for debt. `ready`: no pending batch may bring the result. */
export function useWaysOut(p: Account['kind'], ready = true) {
  const { data, ...rest } = useCall(contract.promisedPayment.inDebt, {}, { enabled: ready });
  return { ...rest, data: data === undefined ? undefined : (data.find((one) => one.p === p) ?? null) };
}

/** Takes a promised payment. Its fee changes the balance, so it fires the same event on `window` as a payment. */
export function useTaking(p: Account['kind']) {
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
