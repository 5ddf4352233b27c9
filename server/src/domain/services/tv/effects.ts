import { z } from 'zod';
import type { Effect } from '#server/kernel/job/effect.ts';

interface OfUser {
  readonly userId: number;
}

/** How many services the platform may be asked about at the same time. */
const QUEUES = 16;

/** Effects of one service share a queue, so they reach the platform one after the other. */
const queue = ({ userId }: OfUser): string => `tv:${userId % QUEUES}`;

export const sendTvCommandEffect: Effect<OfUser & { readonly commandId: number }> = {
  kind: 'tv.command',
  title: 'передать команду приставке',
  version: 1,
  payload: z.object({ userId: z.int(), commandId: z.int() }),
  queue,
};

export const lookAtTvDevicesEffect: Effect<OfUser> = {
  kind: 'tv.look',
  title: 'спросить платформу ТВ об устройствах услуги',
  version: 1,
  payload: z.object({ userId: z.int() }),
  queue,
  subject: ({ userId }) => `tv:${userId}`,
};

export const dropTvDeviceEffect: Effect<OfUser & { readonly deviceId: string }> = {
  kind: 'tv.drop-device',
  title: 'отвязать устройство от ТВ',
  version: 1,
  payload: z.object({ userId: z.int(), deviceId: z.string() }),
  queue,
};

/** Gives the platform a code; the payload has only its id, the sealed code stays in the database. */
export const openTvCodeEffect: Effect<OfUser & { readonly codeId: string }> = {
  kind: 'tv.open-code',
  title: 'сообщить платформе ТВ код нового устройства',
  version: 1,
  payload: z.object({ userId: z.int(), codeId: z.uuid() }),
  queue,
};

export const closeTvCodeEffect: Effect<OfUser & { readonly codeId: string }> = {
  kind: 'tv.close-code',
  title: 'закрыть код нового устройства',
  version: 1,
  payload: z.object({ userId: z.int(), codeId: z.uuid() }),
  queue,
};
