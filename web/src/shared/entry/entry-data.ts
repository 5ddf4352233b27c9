import { contract, type Wire } from '#web/api/contract.ts';
import { useCall } from '#web/api/use-call.ts';

export type InternetEntry = Wire<typeof contract.internetUser.entry>;
export type Router = NonNullable<InternetEntry['router']>;

export const useEntry = (userId: number | undefined) =>
  useCall(contract.internetUser.entry, { params: { id: String(userId ?? '') } }, { enabled: userId !== undefined });
