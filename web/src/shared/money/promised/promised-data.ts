import { contract, type Wire } from '#web/api/contract.ts';
import { useCall } from '#web/api/use-call.ts';
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
