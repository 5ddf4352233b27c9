import type { contract } from '@kabinet/contract';
import { instant } from '@kabinet/contract/kernel/day';
import { passwordInOneForm } from '@kabinet/contract/kernel/service-password';
import { afterPasswordChange } from '#server/domain/identity/credentials/change-password.ts';
import {
  insertPassword,
  ownNames,
  replacePortalPassword,
} from '#server/domain/identity/credentials/credential.queries.ts';
import { refuseWeakPortalPassword } from '#server/domain/identity/credentials/new-password.ts';
import { hashPassword } from '#server/domain/identity/credentials/password.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { withoutTransaction } from '#server/kernel/world.ts';
import { requirePassword } from '../../shared/require-password.ts';
import { inHashLine } from '../../shared/hash-line.ts';

/**
 * Changes the password of the portal. Opens its own transactions, so that a wrong password counts although the call is refused,
 * and nothing of the request is stored for repeats.
 */
export const changePortalPassword = withoutTransaction<typeof contract.security.changePassword>(
  async ({ body }, scope) => {
    const { db, now, subscriber, provider } = scope;
    const { contractId, sessionId } = subscriber;
    const own = await db.read((tx) => ownNames(tx, contractId));
    refuseWeakPortalPassword(body.new_password, [String(own.contract_id), own.client_name, provider.name]);
    if (passwordInOneForm(body.password) === passwordInOneForm(body.new_password)) refuseSame();
    const { was, hash } = await inHashLine('known', async () => ({
      was: await requirePassword(body.password, scope),
      hash: await hashPassword(body.new_password),
    }));
    const ended = await db.write(async (tx) => {
      if (!(await replacePortalPassword(tx, contractId, { was, hash, now }))) throw new Problem('changed_meanwhile');
      const at = { now, zone: provider.time_zone };
      return afterPasswordChange(tx, { contractId, by: 'subscriber', keep: sessionId }, at);
    });
    return { changed_at: instant(now), sessions_ended: ended };
  },
);

/** Sets the first password; the subscriber has confirmed by a passkey that it is he. */
export const setPassword = withoutTransaction<typeof contract.security.setPassword>(async ({ body }, scope) => {
  const { db, now, subscriber, provider } = scope;
  const { contractId, sessionId } = subscriber;
  const own = await db.read((tx) => ownNames(tx, contractId));
  refuseWeakPortalPassword(body.new_password, [String(own.contract_id), own.client_name, provider.name]);
  const hash = await inHashLine('known', () => hashPassword(body.new_password));
  const ended = await db.write(async (tx) => {
    if (!(await insertPassword(tx, contractId, hash, now))) throw new Problem('password_there');
    const at = { now, zone: provider.time_zone };
    return afterPasswordChange(tx, { contractId, by: 'subscriber', keep: sessionId }, at);
  });
  return { changed_at: instant(now), sessions_ended: ended };
});

function refuseSame(): never {
  const message = 'Новый пароль совпадает с прежним';
  throw new Problem('bad_input', { message, errors: [{ path: 'body.new_password', message }] });
}
