import type { contract } from '@kabinet/contract';
import { monthsOf } from '#domain/account/account.queries.ts';
import { historyOf, monthServices } from '#domain/account/history.ts';
import type { Side } from '#domain/account/history.queries.ts';
import type { PlainHandlers } from '#domain/call/plain-handlers.ts';
import { ownNumber } from '#domain/service-user/phone-number.queries.ts';
import type { Handler, Subscriber } from '#kernel/world.ts';

const accountOf = ({ contractId }: Subscriber) => ({ contractId, kind: 't' }) as const;

/** Lines of one side, or both; the number that they are asked of must be the caller's. */
const history =
  (side: Side): Handler<typeof contract.telephoneAccount.statPayments> =>
  async ({ query }, { db, subscriber }) => {
    if (query.phone_number !== undefined) await ownNumber(db, subscriber, query.phone_number);
    return historyOf(db, accountOf(subscriber), { ...query, side });
  };

export const telephoneAccountHandlers: PlainHandlers<typeof contract.telephoneAccount> = {
  statTotal: ({ query }, { db, subscriber }) => monthsOf(db, accountOf(subscriber), query),
  statPayments: history('in'),
  statCharges: history('out'),
  statMovements: history('both'),
  statServices: ({ query }, { db, subscriber }) => monthServices(db, accountOf(subscriber), query.period),
};
