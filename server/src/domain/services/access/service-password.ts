import { brokenRules, ownWordsOf, passwordInOneForm, PASSWORD_LENGTH } from '@kabinet/contract/kernel/service-password';
import type { PasswordRule } from '@kabinet/contract/kernel/service-password';
import type { Vault } from '#server/integrations/vault/port.ts';
import { hashPassword, isRight } from '#server/domain/identity/credentials/password.ts';
import { boundedQueue } from '#server/domain/shared/queue.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { isSameText } from '#server/kernel/same-text.ts';
import type { User } from '../service/situation.rules.ts';
import type { ServiceSecret } from './access.queries.ts';
import { digestsOf, type SipRealm } from './sip-digest.ts';

/** A hash takes 20 ms of a core, so hashing is queued in this process. */
const line = boundedQueue({ running: 2, waiting: 20 });

function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = line.run(work);
  if (!turn) throw new Problem('overloaded', { retryAfter: 5 });
  return turn;
}

const ownerOf = (userId: number) => `service:${userId}`;

/** Whether the password matches the stored one; takes as long for a wrong one. */
export async function isPassword(
  vault: Vault,
  { userId, realm }: { userId: number; realm: SipRealm | undefined },
  kept: Pick<ServiceSecret, 'form' | 'secret'>,
  typed: string,
): Promise<boolean> {
  if (kept.form === 'digest')
    return realm !== undefined && isSameText(opened(vault, userId, kept.secret), digestsOf(typed, realm));
  if (kept.form === 'argon2id') return inTurn(() => isRight(typed, kept.secret.toString('utf8')));
  return isSameText(opened(vault, userId, kept.secret), passwordInOneForm(typed));
}

/** The password in plain text, for the network. */
export const opened = (vault: Vault, userId: number, sealed: Buffer): string => vault.open(sealed, ownerOf(userId));

/** What the database stores of a password: a hash if comparing is enough, else the sealed password; for SIP only digests. */
export async function kept(
  vault: Vault,
  { userId, userType, realm }: { userId: number; userType: User['user_type']; realm?: SipRealm | undefined },
  password: string,
): Promise<Pick<ServiceSecret, 'form' | 'secret'>> {
  if (userType === 'mail') {
    return { form: 'argon2id', secret: Buffer.from(await inTurn(() => hashPassword(password))) };
  }
  if (userType === 'sip' && realm) return { form: 'digest', secret: sealedDigests(vault, userId, password, realm) };
  return { form: 'sealed', secret: vault.seal(passwordInOneForm(password), ownerOf(userId)) };
}

/** The digests of a SIP password, sealed: the password itself is not kept. */
export const sealedDigests = (vault: Vault, userId: number, password: string, realm: SipRealm): Buffer =>
  vault.seal(digestsOf(password, realm), ownerOf(userId));

/** Login, contract, client and provider names, which a password must not contain. */
export const ownWords = (
  around: { login: string; contract_id: number; client_name: string },
  provider: string,
): string[] => ownWordsOf([around.login, String(around.contract_id), around.client_name, provider]);

const SAID: Record<PasswordRule, string> = {
  length: `От ${PASSWORD_LENGTH.least} до ${PASSWORD_LENGTH.most} знаков`,
  own_words: 'Не из логина, номера договора и имени: с них начинают подбор',
  common: 'Не из тех, что подбирают первыми',
};

/** Throws if a new password is weak, with every rule that it breaks. */
export function refuseWeakServicePassword(
  password: string,
  words: readonly string[],
  path = 'body.new_password',
): void {
  const errors = brokenRules(password, words).map((rule) => ({ path, message: SAID[rule] }));
  if (errors.length > 0)
    throw new Problem('bad_input', { message: 'Новый пароль не подойдёт. Придумайте другой', errors });
}
