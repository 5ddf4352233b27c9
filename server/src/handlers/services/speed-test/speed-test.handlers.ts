import type { contract } from '@kabinet/contract';
import { ownUser } from '#server/domain/services/service/service-user.queries.ts';
import {
  keepSpeedTest,
  speedTestOf,
  speedTestsOf,
  speedTestsSince,
  type SpeedTest,
} from '#server/domain/services/speed/speed-test.queries.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { PlainHandlers } from '../../shared/plain-handlers.ts';

/** The most measurements in a day; more come from a program, not from a person who looks for a fault. */
const MOST_A_DAY = 100;
const DAY_MS = 86_400_000;

export const speedTestHandlers: PlainHandlers<typeof contract.speedTest> = {
  servers: (_, { outside: { speed }, now }) => {
    const { text, expiresAt } = speed.ticket(now);
    return Promise.resolve({
      servers: speed.servers.map(({ serverId, name, url, isInside, mostMbit }) => ({
        server_id: serverId,
        name,
        url,
        is_inside: isInside,
        most_mbit: mostMbit,
      })),
      ticket: text,
      expires_at: expiresAt.toISOString() as SpeedTest['measured_at'],
    });
  },
  list: ({ query }, { db, subscriber: { contractId } }) => speedTestsOf(db, contractId, query),
  save: async ({ body }, { db, subscriber, outside, request, now }) => {
    const { key, server: wanted, user_id: asked, ...figures } = body;
    const server = outside.speed.servers.find(({ serverId }) => serverId === wanted);
    if (!server) throw new Problem('not_found');
    const { contractId } = subscriber;
    const { userId } = asked ? await ownUser(db, subscriber, asked) : { userId: null };
    if ((await speedTestsSince(db, contractId, new Date(now.getTime() - DAY_MS))) >= MOST_A_DAY)
      throw new Problem('too_many_requests');
    await keepSpeedTest(db, { ...figures, contractId, key, server: server.name, address: request.ip, userId, now });
    return speedTestOf(db, contractId, key);
  },
};
