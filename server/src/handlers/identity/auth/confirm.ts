import type { contract } from '@kabinet/contract';
import { instant } from '@kabinet/contract/kernel/day';
import { noteConfirmed } from '#server/domain/identity/session/session.queries.ts';
import { CONFIRMED_FOR } from '#server/domain/identity/session/session.rules.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { signedIn, withoutTransaction } from '#server/kernel/world.ts';
import { inHashLine } from '../../shared/hash-line.ts';
import { withPasskey } from '../../shared/passkey.ts';
import { requirePassword } from '../../shared/require-password.ts';

export const confirm = withoutTransaction<typeof contract.auth.confirm>(async ({ body }, scope) => {
  const { db, subscriber, now } = scope;
  const { sessionId } = subscriber;
  const contractId = signedIn(subscriber);
  if ('passkey' in body) {
    await withPasskey(body.passkey, scope, async (tx, owner) => {
      if (owner !== contractId) throw new Problem('passkey_refused');
      await noteConfirmed(tx, sessionId, now);
    });
  } else {
    await inHashLine('known', () =>
      requirePassword(body.password, { ...scope, subscriber: { contractId, sessionId } }),
    );
    await db.write((tx) => noteConfirmed(tx, sessionId, now));
  }
  return { confirmed_until: instant(new Date(now.getTime() + CONFIRMED_FOR)) };
});
