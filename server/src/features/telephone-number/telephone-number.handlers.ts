import type { contract } from '@kabinet/contract';
import { numbersOf } from '#domain/service-user/phone-number.queries.ts';
import type { PlainHandlers } from '#domain/call/plain-handlers.ts';
import { notBuilt } from '#domain/call/not-built.ts';

export const telephoneNumberHandlers: PlainHandlers<typeof contract.telephoneNumber> = {
  list: (_, { db, subscriber }) => numbersOf(db, subscriber, { withClosed: false }),
  fullList: (_, { db, subscriber }) => numbersOf(db, subscriber, { withClosed: true }),
  plan: notBuilt,
};
