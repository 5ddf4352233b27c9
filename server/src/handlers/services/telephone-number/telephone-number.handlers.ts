import { contract } from '@kabinet/contract';
import { periodOf } from '@kabinet/contract/kernel/day';
import { roleMay } from '@kabinet/contract/sharing';
import { phoneNumbersOf } from '#server/domain/services/phone-numbers/phone-number.queries.ts';
import { linePrice, ownLine, packagesOf, ratesOf } from '#server/domain/services/calls/line.queries.ts';
import type { Subscriber } from '#server/kernel/world.ts';
import type { PlainHandlers } from '../../shared/plain-handlers.ts';

const seesMoney = ({ acting }: Subscriber): boolean =>
  acting === undefined || roleMay(acting.role, contract.telephone.get);

export const telephoneNumberHandlers: PlainHandlers<typeof contract.telephoneNumber> = {
  list: async (_, { db, subscriber, today }) => {
    const numbers = await phoneNumbersOf(db, subscriber, { withClosed: false, today });
    return seesMoney(subscriber) ? numbers : numbers.map((number) => ({ ...number, price: null }));
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
