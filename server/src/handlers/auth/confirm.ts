import type { contract } from '@kabinet/contract';
import { instant } from '@kabinet/contract/kernel/day';
import { noteConfirmed } from '#domain/identity/session/session.queries.ts';
import { CONFIRMED_FOR } from '#domain/identity/session/session.rules.ts';
import { withoutTransaction } from '#kernel/world.ts';
import { inHashLine } from '../shared/hash-line.ts';
import { requirePassword } from '../shared/require-password.ts';

export const confirm = withoutTransaction<typeof contract.auth.confirm>(async ({ body }, scope) => {
  await inHashLine('known', () => requirePassword(body.password, scope));
  const { db, subscriber, now } = scope;
  await db.write((tx) => noteConfirmed(tx, subscriber.sessionId, now));
  return { confirmed_until: instant(new Date(now.getTime() + CONFIRMED_FOR)) };
});
