import type { contract } from '@kabinet/contract';
import { monthsOf } from '#server/domain/money/account/account.queries.ts';
import { historyOf, monthServices } from '#server/domain/money/account/history.ts';
import type { HistorySide } from '#server/domain/money/account/history.queries.ts';
import { ownNumber } from '#server/domain/services/phone-numbers/phone-number.queries.ts';
import type { Handler, Subscriber } from '#server/kernel/world.ts';
import type { PlainHandlers } from '../../shared/plain-handlers.ts';

const accountOf = ({ contractId }: Subscriber) => ({ contractId, kind: 't' }) as const;

/** Lines of one side, or both; a number in the filter must be the caller's. */
const history =
  (side: HistorySide): Handler<typeof contract.telephoneAccount.statPayments> =>
  async ({ query }, { db, subscriber }) => {
    const { phone_number: asked, ...wanted } = query;
    const phone_number = asked === undefined ? undefined : await ownNumber(db, subscriber, asked);
    return historyOf(db, accountOf(subscriber), { ...wanted, phone_number, side });
  };

export const telephoneAccountHandlers: PlainHandlers<typeof contract.telephoneAccount> = {
  statTotal: ({ query }, { db, subscriber }) => monthsOf(db, accountOf(subscriber), query),
  statPayments: history('in'),
  statCharges: history('out'),
  statMovements: history('both'),
  statServices: ({ query }, { db, subscriber }) => monthServices(db, accountOf(subscriber), query.period),
};
