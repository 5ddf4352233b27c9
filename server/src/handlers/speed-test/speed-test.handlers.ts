import type { contract } from '@kabinet/contract';
import { ownUser } from '#domain/services/service/service-user.queries.ts';
import {
  keepSpeedTest,
  speedTestOf,
  speedTestsOf,
  speedTestsSince,
  type SpeedTest,
} from '#domain/services/speed/speed-test.queries.ts';
import { Problem } from '#kernel/problem.ts';
import type { PlainHandlers } from '../shared/plain-handlers.ts';

/** More in a day is a program, not a person who looks for a fault. */
const MOST_A_DAY = 100;
const DAY_MS = 86_400_000;

const milliseconds = (us: number): number => us / 1000;
const microseconds = (ms: number): number => Math.round(ms * 1000);

const shown = ({ latency_us, jitter_us, down_latency_us, up_latency_us, ...rest }: SpeedTest) => ({
  ...rest,
  latency_ms: milliseconds(latency_us),
  jitter_ms: milliseconds(jitter_us),
  down_latency_ms: down_latency_us === null ? null : milliseconds(down_latency_us),
  up_latency_ms: up_latency_us === null ? null : milliseconds(up_latency_us),
});

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
  list: async ({ query }, { db, subscriber: { contractId } }) => {
    const { items, next } = await speedTestsOf(db, contractId, query);
    return { items: items.map(shown), next };
  },
  save: async ({ body }, { db, subscriber, outside, request, now }) => {
    const server = outside.speed.servers.find(({ serverId }) => serverId === body.server);
    if (!server) throw new Problem('not_found');
    const { contractId } = subscriber;
    const { userId } = body.user_id ? await ownUser(db, subscriber, body.user_id) : { userId: null };
    if ((await speedTestsSince(db, contractId, new Date(now.getTime() - DAY_MS))) >= MOST_A_DAY)
      throw new Problem('too_many_requests');
    await keepSpeedTest(db, {
      contractId,
      key: body.key,
      server: server.name,
      address: request.ip,
      userId,
      now,
      link: body.link,
      down_kbit: body.down_kbit,
      up_kbit: body.up_kbit,
      latency_us: microseconds(body.latency_ms),
      jitter_us: microseconds(body.jitter_ms),
      down_latency_us: body.down_latency_ms === null ? null : microseconds(body.down_latency_ms),
      up_latency_us: body.up_latency_ms === null ? null : microseconds(body.up_latency_ms),
    });
    return shown(await speedTestOf(db, contractId, body.key));
  },
};
