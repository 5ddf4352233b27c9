import { z } from 'zod';
import { refText, type ServiceRef } from '#server/integrations/network/port.ts';
import type { Effect } from '#server/kernel/job/effect.ts';

interface OfUser {
  readonly userId: number;
}

/** How many services the network may be told of at the same time. */
const QUEUES = 16;

/** Orders for one service share a queue, so they reach the network one after the other. */
const queue = (service: ServiceRef): string =>
  `network:${('userId' in service ? service.userId : Number(service.phoneNumber)) % QUEUES}`;

/** Delivers the desired state of a service to the network, as it is at the time of delivery. */
export const provisionServiceEffect: Effect<ServiceRef> = {
  kind: 'service.provision',
  title: 'передать сети состояние услуги',
  version: 1,
  payload: z.union([z.object({ userId: z.int() }), z.object({ phoneNumber: z.string() })]),
  queue,
  subject: refText,
};

/** Ends sessions that began by `until` (ISO 8601), after the network has the newest state of the service. */
export const disconnectServiceEffect: Effect<OfUser & { readonly until: string }> = {
  kind: 'network.disconnect',
  title: 'завершить сеансы услуги',
  version: 1,
  payload: z.object({ userId: z.int(), until: z.iso.datetime() }),
  queue,
};

export const endInternetSessionEffect: Effect<{ readonly internetSessionId: number }> = {
  kind: 'network.end-session',
  title: 'завершить сеанс',
  version: 1,
  payload: z.object({ internetSessionId: z.int() }),
};

/** An order of the previous version of the portal. `until`: also ends sessions that began by that moment. */
export type FormerOrder = OfUser & { readonly until?: string | undefined };

/** Orders of the previous version: some may still wait, and its process may enqueue more while it runs beside this one. */
export const formerOrders: readonly Effect<FormerOrder>[] = [
  ['network.apply', 'открыть или закрыть доступ'] as const,
  ['network.configure', 'передать логин, пароль и привязку'] as const,
  ['network.provide', 'передать программы услуги'] as const,
].map(([kind, title]) => ({
  kind,
  title,
  version: 1,
  payload: z.object({ userId: z.int(), until: z.iso.datetime().optional() }),
  queue,
}));
