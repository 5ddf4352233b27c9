import { createHash, randomBytes, randomInt } from 'node:crypto';

/** How long a link that sets up a softphone is valid. */
export const SETUP_FOR_MS = 5 * 60_000;

/** Characters that do not look alike, because a password is typed on telephones. */
const SIGNS = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** Twelve random characters (69 bits) in groups that are easy to type: `k7Rw-93mt-Qx2v`. */
export const newSipPassword = (): string =>
  Array.from({ length: 3 }, () => Array.from({ length: 4 }, () => SIGNS[randomInt(SIGNS.length)]).join('')).join('-');

export const newLink = (): string => randomBytes(24).toString('base64url');

export const linkHash = (link: string): Buffer => createHash('sha256').update(link).digest();

interface Account {
  readonly login: string;
  readonly ha1: string;
  readonly server: { readonly domain: string; readonly port: number; readonly transport: string };
}

/** Remote configuration of Linphone: the account, with the digest in place of the password. */
export function linphoneConfig({ login, ha1, server: { domain, port, transport } }: Account): string {
  const entry = (name: string, value: string) => `<entry name="${name}" overwrite="true">${xml(value)}</entry>`;
  const address = `<sip:${domain}:${port};transport=${transport}>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<config xmlns="http://www.linphone.org/xsds/lpconfig.xsd">
<section name="proxy_default_values"><entry name="reg_expires">3600</entry></section>
<section name="proxy_0">${entry('reg_proxy', address)}${entry('reg_route', address)}${entry('reg_identity', `sip:${login}@${domain}`)}${entry('reg_sendregister', '1')}</section>
<section name="auth_info_0">${entry('username', login)}${entry('domain', domain)}${entry('realm', domain)}${entry('ha1', ha1)}${entry('algorithm', 'MD5')}</section>
</config>
`;
}

const xml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
