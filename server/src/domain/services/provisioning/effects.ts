import { z } from 'zod';
import type { NetworkState } from '#integrations/network/port.ts';
import type { Effect } from '#kernel/effect.ts';

interface OfService {
  readonly userId: number;
}

/** How many services the network may be told of at the same time. */
const QUEUES = 16;

/** What concerns one service reaches the network one after the other. */
const queue = ({ userId }: OfService): string => `network:${userId % QUEUES}`;

export const applyAccess: Effect<NetworkState> = {
  kind: 'network.apply',
  title: 'открыть или закрыть доступ',
  version: 1,
  payload: z.object({ userId: z.int(), access: z.enum(['open', 'closed']) }),
  queue,
  // An earlier order must not be tried again after this one: it would undo it.
  subject: ({ userId }) => String(userId),
};

/** How the service is entered by the time of delivery. `until`: what was connected by that moment (ISO 8601) is ended, too. */
export const configureService: Effect<OfService & { readonly until?: string | undefined }> = {
  kind: 'network.configure',
  title: 'передать логин, пароль и привязку',
  version: 1,
  payload: z.object({ userId: z.int(), until: z.iso.datetime().optional() }),
  queue,
};

/** The programs of the service by the time of delivery. */
export const providePrograms: Effect<OfService> = {
  kind: 'network.provide',
  title: 'передать программы услуги',
  version: 1,
  payload: z.object({ userId: z.int() }),
  queue,
};

/** Ends what was connected by the moment, ISO 8601. */
export const disconnectService: Effect<OfService & { readonly until: string }> = {
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
