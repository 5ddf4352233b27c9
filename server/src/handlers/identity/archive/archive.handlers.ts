import type { contract } from '@kabinet/contract';
import { archiveState, order as orderOne } from '#server/domain/documents/archive/archive.ts';
import type { Handler, Handlers } from '#server/kernel/world.ts';

type Group = typeof contract.archive;

const get: Handler<Group['get']> = (_, { db, subscriber, now, today }) =>
  archiveState(db, subscriber.contractId, { now, today });

const order: Handler<Group['order']> = (_, { db, subscriber, request, now, today, provider }) =>
  orderOne(db, { subscriber, request, now, today, zone: provider.time_zone });

export const archiveHandlers: Handlers<Group> = { get, order };
