import type { contract } from '@kabinet/contract';
import { createCalendarAddress, createKey } from '#server/domain/identity/personal-key/personal-key.ts';
import { deleteKey, keysOf } from '#server/domain/identity/personal-key/personal-key.queries.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { withoutTransaction, type Handler, type Handlers } from '#server/kernel/world.ts';

type Group = typeof contract.personalKey;

// Opens its own transaction, because the reply of an ordinary call is stored for a day, and a key must not be stored.
const create = withoutTransaction<Group['create']>(async ({ body }, scope) => {
  const { db, subscriber, now, provider } = scope;
  const at = { now, zone: provider.time_zone };
  return db.write((tx) => createKey(tx, subscriber.contractId, body, at));
});

const createCalendar = withoutTransaction<Group['createCalendar']>(async ({ body }, scope) => {
  const { db, subscriber, now, provider, publicUrl } = scope;
  const at = { now, zone: provider.time_zone };
  const { key: secret, ...made } = await db.write((tx) => createCalendarAddress(tx, subscriber.contractId, body, at));
  return { ...made, calendar_url: `${publicUrl}/api/calendar/${secret}/calendar.ics` };
});

const list: Handler<Group['list']> = (_, { db, subscriber }) => keysOf(db, subscriber.contractId);

const revoke: Handler<Group['revoke']> = async ({ body }, { db, subscriber }) => {
  const revoked = await deleteKey(db, subscriber.contractId, body.personal_key_id);
  if (!revoked) throw new Problem('not_found');
  return revoked;
};

export const personalKeyHandlers: Handlers<Group> = { list, create, createCalendar, revoke };
