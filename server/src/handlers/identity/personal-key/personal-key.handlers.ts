import type { contract } from '@kabinet/contract';
import { createCalendarAddress, createKey } from '#server/domain/identity/personal-key/personal-key.ts';
import { deleteKey, keysOf } from '#server/domain/identity/personal-key/personal-key.queries.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { Handler, Handlers } from '#server/kernel/world.ts';

type Group = typeof contract.personalKey;

const create: Handler<Group['create']> = ({ body }, { db, subscriber, now, provider }) =>
  createKey(db, subscriber.contractId, body, { now, zone: provider.time_zone });

const createCalendar: Handler<Group['createCalendar']> = async ({ body }, scope) => {
  const { db, subscriber, now, provider, publicUrl } = scope;
  const at = { now, zone: provider.time_zone };
  const { key: secret, ...made } = await createCalendarAddress(db, subscriber.contractId, body, at);
  return { ...made, calendar_url: `${publicUrl}/api/calendar/${secret}/calendar.ics` };
};

const list: Handler<Group['list']> = (_, { db, subscriber }) => keysOf(db, subscriber.contractId);

const revoke: Handler<Group['revoke']> = async ({ body }, { db, subscriber }) => {
  const revoked = await deleteKey(db, subscriber.contractId, body.personal_key_id);
  if (!revoked) throw new Problem('not_found');
  return revoked;
};

export const personalKeyHandlers: Handlers<Group> = { list, create, createCalendar, revoke };
