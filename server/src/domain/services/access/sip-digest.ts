import { createHash } from 'node:crypto';
import { passwordInOneForm } from '@kabinet/contract/kernel/service-password';

/** The inputs of a SIP line's digests besides the password. */
export interface SipRealm {
  readonly login: string;
  /** The provider's SIP domain, which is the realm, too. */
  readonly domain: string;
}

/** SIP allows no stronger hash here (RFC 2617). */
const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

/** HA1 (with the login) and HA1B (with the login and its domain, which some telephones send), by RFC 2617. */
export function digestsOf(password: string, { login, domain }: SipRealm): string {
  const typed = passwordInOneForm(password);
  return `${md5(`${login}:${domain}:${typed}`)}:${md5(`${login}@${domain}:${domain}:${typed}`)}`;
}
