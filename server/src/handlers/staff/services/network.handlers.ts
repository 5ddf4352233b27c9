import type { OperatorContract } from '@kabinet/contract/staff';
import { bringDifferences, type NetworkDifference } from '#server/domain/services/provisioning/check-network.ts';
import { withoutTransaction } from '#server/kernel/world.ts';
import type { PlainHandlers } from '../../shared/plain-handlers.ts';

export const staffNetworkHandlers: PlainHandlers<OperatorContract['network'], 'check'> = {
  // Reads the network; what differs is ordered in transactions of its own.
  check: withoutTransaction(async (_, { db, outside, reply }) => {
    const differing: ReturnType<typeof told>[] = [];
    await bringDifferences(
      { db, network: outside.network },
      {
        told: (difference) => void differing.push(told(difference)),
        hear: (compared) => reply.progress?.({ of: 'services', ...compared }),
      },
    );
    return { connected: [...outside.network.connected], differing };
  }),
};

const told = ({ service, fields }: NetworkDifference) => ({
  user_id: 'userId' in service ? service.userId : null,
  phone_number: 'userId' in service ? null : service.phoneNumber,
  fields: [...fields],
});
