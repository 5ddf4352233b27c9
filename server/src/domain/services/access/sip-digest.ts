import { createHash } from 'node:crypto';
import { passwordInOneForm } from '@kabinet/contract/kernel/service-password';

/** What the digests of a SIP line are made of besides the password. */
export interface SipRealm {
  readonly login: string;
  /** The provider's SIP domain, which is the realm, too. */
  readonly domain: string;
}

/** SIP allows no stronger hash here (RFC 2617). */
const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

/** HA1 and HA1B of RFC 2617: of the login, and of the login with its domain, which some telephones send. */
export function digestsOf(password: string, { login, domain }: SipRealm): string {
  const typed = passwordInOneForm(password);
  return `${md5(`${login}:${domain}:${typed}`)}:${md5(`${login}@${domain}:${domain}:${typed}`)}`;
}
