import { brokenRules, ownWordsOf } from '@kabinet/contract/kernel/service-password';
import { isLeaked } from '#server/domain/identity/credentials/new-password.ts';
import { Problem } from '#server/kernel/call/problem.ts';

const LEAST = 12;
const SAID = {
  length: `Нужно от ${LEAST} до 128 знаков`,
  own_words: 'В пароле не должно быть логина и имени: с них начинают подбор',
  common: 'Этот пароль известен из утечек, его подберут первым. Придумайте другой',
} as const;

/** Refuses a weak password of the staff; `own`: the login and the names. */
export function refuseWeakStaffPassword(password: string, own: readonly string[], field: string): void {
  const message = weaknessOf(password, own);
  if (message !== undefined) throw new Problem('bad_input', { message, errors: [{ path: `body.${field}`, message }] });
}

function weaknessOf(password: string, own: readonly string[]): string | undefined {
  if (Array.from(password).length < LEAST) return SAID.length;
  const [broken] = brokenRules(password, ownWordsOf(own));
  if (broken !== undefined) return SAID[broken];
  return isLeaked(password) ? SAID.common : undefined;
}
