import { z } from 'zod';
import { refText, type ServiceRef } from '#integrations/network/port.ts';
import type { Effect } from '#kernel/effect.ts';

interface OfUser {
  readonly userId: number;
}

/** How many services the network may be told of at the same time. */
const QUEUES = 16;

/** What concerns one service reaches the network one after the other. */
const queue = (service: ServiceRef): string =>
  `network:${('userId' in service ? service.userId : Number(service.phoneNumber)) % QUEUES}`;

/** Brings the network to what it should do for the service by the time of delivery. */
export const provisionService: Effect<ServiceRef> = {
  kind: 'service.provision',
  title: 'передать сети состояние услуги',
  version: 1,
  payload: z.union([z.object({ userId: z.int() }), z.object({ phoneNumber: z.string() })]),
  queue,
  subject: refText,
};

/** Ends what was connected by the moment, ISO 8601, once the network knows the newest state of the service. */
export const disconnectService: Effect<OfUser & { readonly until: string }> = {
  kind: 'network.disconnect',
  title: 'завершить сеансы услуги',
  version: 1,
  payload: z.object({ userId: z.int(), until: z.iso.datetime() }),
  queue,
};

export const endInternetSession: Effect<{ readonly internetSessionId: number }> = {
  kind: 'network.end-session',
  title: 'завершить сеанс',
  version: 1,
  payload: z.object({ internetSessionId: z.int() }),
};

/** An order of the version before. `until`: what was connected by that moment is ended, too. */
export type FormerOrder = OfUser & { readonly until?: string | undefined };

/** Orders of the version before may still be due, or be given by a process that goes on beside this one. */
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
