import { isIP } from 'node:net';
import { dayIn, type Instant } from '@kabinet/contract/kernel/day';
import type { OperatorContract } from '@kabinet/contract/staff';
import { momentOf } from '#server/domain/search/moment.rules.ts';
import { usesOfAddress } from '#server/domain/services/accounting/history.queries.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { bringDifferences, type NetworkDifference } from '#server/domain/services/provisioning/check-network.ts';
import { withoutTransaction } from '#server/kernel/world.ts';
import type { PlainHandlers } from '../../shared/plain-handlers.ts';

export const staffNetworkHandlers: PlainHandlers<OperatorContract['network'], 'check'> = {
  had: async ({ query }, { db, now, provider }) => {
    const { address, port } = query;
    if (isIP(address) === 0) throw wrong('address', 'Укажите адрес, например 10.84.1.7 или 2001:db8::1');
    const moment = momentOf(query.at, { today: dayIn(provider.time_zone, now), zone: provider.time_zone });
    if (!moment) throw wrong('at', 'Укажите день и время, например 24.11.2026 14:00');
    const at = moment.toISOString() as Instant;
    return { at, items: await usesOfAddress(db, { address, port, moment }) };
  },
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

const wrong = (field: string, message: string) =>
  new Problem('bad_input', { errors: [{ path: `query.${field}`, message }] });

const told = ({ service, contractId, fields }: NetworkDifference) => ({
  contract_id: contractId,
  user_id: 'userId' in service ? service.userId : null,
  phone_number: 'userId' in service ? null : service.phoneNumber,
  fields: [...fields],
});
