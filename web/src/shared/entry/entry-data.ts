import { contract, type Wire } from '#api/contract.ts';
import { useCall } from '#api/use-call.ts';

export type InternetEntry = Wire<typeof contract.internetUser.entry>;
export type Router = NonNullable<InternetEntry['router']>;

export const useEntry = (userId: number | undefined) =>
  useCall(contract.internetUser.entry, { params: { id: String(userId ?? '') } }, { enabled: userId !== undefined });
