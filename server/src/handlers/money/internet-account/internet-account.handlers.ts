import type { contract } from '@kabinet/contract';
import { monthsOf } from '#server/domain/money/account/account.queries.ts';
import { accountAnswer } from '#server/domain/billing/forecast/account.rules.ts';
import { historyOf, monthServices } from '#server/domain/money/account/history.ts';
import type { HistorySide } from '#server/domain/money/account/history.queries.ts';
import { sharedForecasts } from '#server/domain/billing/forecast/forecast.queries.ts';
import { promisedForecast } from '#server/domain/billing/promised-payment/promised-forecast.ts';
import { statIsg } from '#server/domain/services/sessions/stat-isg.ts';
import { ownUser } from '#server/domain/services/service/service-user.queries.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { Handler, Subscriber } from '#server/kernel/world.ts';
import type { PlainHandlers } from '../../shared/plain-handlers.ts';

const accountOf = ({ contractId }: Subscriber) => ({ contractId, kind: 'i' }) as const;

/** Lines of one side, or both; a service in the filter must be the caller's. */
const history =
  (side: HistorySide): Handler<typeof contract.internetAccount.statPayments> =>
  async ({ query }, { db, subscriber }) => {
    const user = query.user_id === undefined ? undefined : await ownUser(db, subscriber, query.user_id);
    return historyOf(db, accountOf(subscriber), { ...query, user_id: user?.userId, side });
  };

export const internetAccountHandlers: PlainHandlers<typeof contract.internetAccount> = {
  get: async (_, { db, subscriber, today }) => {
    const forecasts = await sharedForecasts(db, subscriber.contractId, today);
    const forecast = forecasts.find(({ kind }) => kind === 'i');
    if (!forecast) throw new Problem('not_found');
    return accountAnswer(await promisedForecast(db, forecast));
  },
  statTotal: ({ query }, { db, subscriber }) => monthsOf(db, accountOf(subscriber), query),
  statPayments: history('in'),
  statCharges: history('out'),
  statMovements: history('both'),
  statServices: ({ query }, { db, subscriber }) => monthServices(db, accountOf(subscriber), query.period),
  statIsg,
};
