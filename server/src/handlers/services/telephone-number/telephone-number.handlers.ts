import type { contract } from '@kabinet/contract';
import { periodOf } from '@kabinet/contract/kernel/day';
import { phoneNumbersOf } from '#server/domain/services/phone-numbers/phone-number.queries.ts';
import { isFewSql, refuseMany } from '#server/domain/services/places/brief.queries.ts';
import { linePrice, ownLine, packagesOf, ratesOf } from '#server/domain/services/calls/line.queries.ts';
import type { PlainHandlers } from '../../shared/plain-handlers.ts';
import { seenNumbers } from '../../shared/seen-numbers.ts';

export const telephoneNumberHandlers: PlainHandlers<typeof contract.telephoneNumber> = {
  list: async ({ query }, { db, subscriber, today }) => {
    const { contractId } = subscriber;
    const isForFew = query.when === 'few';
    const [numbers] = await Promise.all([
      phoneNumbersOf(db, subscriber, { withClosed: false, today, where: isForFew ? isFewSql(contractId) : undefined }),
      isForFew && refuseMany(db, contractId),
    ]);
    return seenNumbers(subscriber, numbers);
  },
  fullList: (_, { db, subscriber, today }) => phoneNumbersOf(db, subscriber, { withClosed: true, today }),
  plan: async ({ query }, { db, subscriber, today }) => {
    const line = await ownLine(db, subscriber.contractId, query.phone_number);
    const [{ price }, rates, packages] = await Promise.all([
      linePrice(db, line, today),
      ratesOf(db, line.plan_id, today),
      packagesOf(db, line, periodOf(today)),
    ]);
    const { number, plan, summary, unit } = line;
    return { phone_number: number, plan, summary, price, unit, rates, packages };
  },
};
