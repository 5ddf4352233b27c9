import { faultOfName, nameFaultText, nameInOneForm, NAME_LENGTH } from '@kabinet/contract/kernel/mailbox-name';

/** Names that every domain must have (RFC 2142), and those of the mail server. */
const OF_ANY_DOMAIN = new Set(['postmaster', 'abuse', 'hostmaster', 'mailer-daemon', 'noreply', 'no-reply', 'root']);
/** Names by which a client could pass for the provider. */
const OF_PROVIDER = new Set(
  `admin administrator webmaster info support security noc billing help helpdesk service servis sales news office mail
  email www ftp smtp imap pop pop3 dns news-letter newsletter kabinet cabinet lk api bank oplata payment buh buhgalter
  director podderzhka spravka autoconfig autodiscover system sysadmin operator dispetcher`.split(/\s+/),
);

/** Whether clients may not take a name; the provider's own domain reserves more names than a client's. */
export const isReserved = (name: string, { isOwnDomain }: { isOwnDomain: boolean }): boolean =>
  OF_ANY_DOMAIN.has(name) || (!isOwnDomain && OF_PROVIDER.has(name));

/** What is wrong with a typed name, in one sentence. */
export function wrongWith(typed: string): string | undefined {
  const fault = faultOfName(nameInOneForm(typed));
  return fault && nameFaultText(fault);
}

/** Suggestions in place of a taken name, best first; some of them may be taken, too. */
export function similarNames(name: string, contractId: number): string[] {
  const base = name.slice(0, NAME_LENGTH.most - 5);
  const [first = base, ...others] = base.split(/[._-]/);
  const last = others.join('.');
  const tail = String(contractId % 100).padStart(2, '0');
  const candidates = [
    ...(last === '' ? [] : [`${last}.${first}`, `${first.charAt(0)}.${last}`, `${first}${last}`]),
    `${base}${tail}`,
    `${base}.${tail}`,
    `${base}-post`,
    `my.${base}`,
    `${base}${contractId % 10_000}`,
  ];
  return [...new Set(candidates)].filter((one) => one !== name && faultOfName(one) === undefined);
}
