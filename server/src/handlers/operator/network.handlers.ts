import type { OperatorContract } from '@kabinet/contract/operator';
import { bringAgain, differences, type Difference } from '#domain/services/provisioning/check-network.ts';
import { withoutTransaction } from '#kernel/world.ts';
import type { PlainHandlers } from '../shared/plain-handlers.ts';

export const networkHandlers: PlainHandlers<OperatorContract['network'], 'check'> = {
  // Reads the network; each service that differs has its own transaction.
  check: withoutTransaction(async (_, { db, outside }) => {
    const differing = [];
    for await (const difference of differences({ db, network: outside.network })) {
      await db.write((tx) => bringAgain(tx, difference));
      differing.push(told(difference));
    }
    return { differing };
  }),
};

const told = ({ service, fields }: Difference) => ({
  user_id: 'userId' in service ? service.userId : null,
  phone_number: 'userId' in service ? null : service.phoneNumber,
  fields: [...fields],
});
