// The measuring server in a process of its own: beside the portal, which starts it, or on another machine (docs/speed-test.md).
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import { systemClock } from '#server/kernel/clock.ts';
import { speedServer } from './speed-server.ts';

const Settings = z.object({
  SPEED_HOST: z.string().default('127.0.0.1'),
  /** 0: any free one. */
  SPEED_PORT: z.coerce.number().pipe(z.int().min(0).max(65_535)).default(8081),
  SPEED_SECRET: z.string().min(32, 'нужно не меньше 32 знаков'),
  PUBLIC_URL: z.url('нужен адрес кабинета вида https://lk.example.ru'),
});

const { SPEED_HOST: host, SPEED_PORT: port, SPEED_SECRET: secret, PUBLIC_URL } = Settings.parse(process.env);
const server = speedServer({ secret, origin: new URL(PUBLIC_URL).origin, now: () => systemClock.now() });
server.listen({ host, port });
await once(server, 'listening');
process.send?.({ port: (server.address() as AddressInfo).port });

const stop = (): void => {
  server.close();
  server.closeAllConnections();
  if (process.connected) process.disconnect();
};
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
// The portal has ended.
process.once('disconnect', stop);
