import { contract } from '#web/api/contract.ts';
import { useCall } from '#web/api/use-call.ts';

/** The line of a SIP service. */
export const useLine = (userId: number) => useCall(contract.sipUser.get, { params: { id: String(userId) } });
