import type { contract } from '@kabinet/contract';
import { chargesOf, monthsOf, paymentsOf } from '#domain/account/account.queries.ts';
import { accountAnswer } from '#domain/account/account.rules.ts';
import { sharedForecasts } from '#domain/forecast/forecast.queries.ts';
import { Problem } from '#kernel/problem.ts';
import type { Subscriber } from '#kernel/world.ts';
import type { PlainHandlers } from '#domain/call/plain-handlers.ts';
import { notBuilt } from '#domain/call/not-built.ts';

const accountOf = ({ contractId }: Subscriber) => ({ contractId, kind: 'i' }) as const;

export const internetAccountHandlers: PlainHandlers<typeof contract.internetAccount> = {
  get: async (_, { db, subscriber, today }) => {
    const forecasts = await sharedForecasts(db, subscriber.contractId, today);
    const forecast = forecasts.find(({ kind }) => kind === 'i');
    if (!forecast) throw new Problem('not_found');
    return accountAnswer(forecast);
  },
  statTotal: ({ query }, { db, subscriber }) => monthsOf(db, accountOf(subscriber), query),
  statPayments: ({ query }, { db, subscriber }) => paymentsOf(db, accountOf(subscriber), query),
  statCharges: ({ query }, { db, subscriber }) => chargesOf(db, accountOf(subscriber), query),
  statIsg: notBuilt,
};
