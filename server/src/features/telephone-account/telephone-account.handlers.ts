import type { contract } from '@kabinet/contract';
import { monthsOf } from '#domain/account/account.queries.ts';
import type { PlainHandlers } from '#domain/call/plain-handlers.ts';

export const telephoneAccountHandlers: PlainHandlers<typeof contract.telephoneAccount> = {
  statTotal: ({ query }, { db, subscriber: { contractId } }) => monthsOf(db, { contractId, kind: 't' }, query),
};
