import { readFileSync } from 'node:fs';
import { brokenRules, ownWordsOf, passwordInOneForm, PASSWORD_LENGTH } from '@kabinet/contract/kernel/service-password';
import { inLatinKeys, isIn } from './leaked.ts';
import { Problem } from '#server/kernel/call/problem.ts';

/** Passwords that have leaked elsewhere; made by scripts/leaked-passwords.ts. */
const filter = readFileSync(new URL('leaked-passwords.bloom', import.meta.url));

export function isLeaked(password: string): boolean {
  const text = passwordInOneForm(password).toLowerCase();
  return isIn(filter, text) || isIn(filter, inLatinKeys(text));
}

const SAID = {
  length: `Нужно от ${PASSWORD_LENGTH.least} до ${PASSWORD_LENGTH.most} знаков`,
  own_words: 'В пароле не должно быть номера договора и имени: с них начинают подбор',
  common: 'Этот пароль известен из утечек, его подберут первым. Придумайте другой',
} as const;

/** The text of the first rule that a new password of the portal breaks; undefined if it is accepted. */
export function weakness(password: string, own: readonly string[]): string | undefined {
  const [broken] = brokenRules(password, ownWordsOf(own));
  if (broken !== undefined) return SAID[broken];
  return isLeaked(password) ? SAID.common : undefined;
}

/** Throws if a new password is weak; `own`: the contract's number, names. */
export function refuseWeakPortalPassword(password: string, own: readonly string[]): void {
  const message = weakness(password, own);
  if (message !== undefined)
    throw new Problem('bad_input', { message, errors: [{ path: 'body.new_password', message }] });
}
