import { isPassword, kept } from '#server/domain/services/access/service-password.ts';
import type { SipRealm } from '#server/domain/services/access/sip-digest.ts';
import type { Arrival } from './arrival.ts';
import { atOnce } from './at-once.ts';
import { wrongServicePassword, type PasswordCell } from './password-cell.ts';
import {
  insertSecrets,
  type ImportedServiceRow,
  type KnownService,
  type NewSecret,
  type NewService,
  type ServiceType,
} from './services.queries.ts';

interface Sold {
  readonly type: ServiceType;
  readonly password: string | null;
}

/** Logins of services that have another password than the table says. */
export async function otherPasswords(
  { vault, sipDomain, hear }: Arrival,
  rows: readonly (PasswordCell & Pick<NewService, 'login' | 'type'>)[],
  known: ReadonlyMap<string, KnownService>,
): Promise<ReadonlySet<string>> {
  const others = new Set<string>();
  const compare = async (ours: KnownService, password: string) => {
    const { user_id: userId, login, form, secret } = ours;
    const realm = realmOf(login, sipDomain);
    const isSame =
      form !== null && secret !== null && (await isPassword(vault, { userId, realm }, { form, secret }, password));
    if (!isSame) others.add(login);
  };
  const work = rows.flatMap((row) => {
    const [ours, { password }] = [known.get(row.login), row];
    return ours && hasSecret(row) && password !== null && !wrongServicePassword(row)
      ? [() => compare(ours, password)]
      : [];
  });
  await atOnce('secrets', work, hear);
  return others;
}

/** A password of TV is not kept. */
const hasSecret = ({ password, type: one }: Sold): boolean => password !== null && one !== 'tv';

const realmOf = (login: string, domain: string | undefined): SipRealm | undefined =>
  domain === undefined ? undefined : { login, domain };

/** Passwords that are stored by one statement. */
const IN_ONE_GO = 200;

export async function keepSecrets(
  { tx, vault, sipDomain, now, hear }: Arrival,
  made: readonly (ImportedServiceRow & { readonly given: Sold })[],
): Promise<void> {
  const secrets: NewSecret[] = [];
  const seal = async ({ user_id, login, given }: (typeof made)[number]) => {
    const owner = { userId: user_id, userType: given.type, realm: realmOf(login, sipDomain) };
    const { form, secret } = await kept(vault, owner, given.password ?? '');
    secrets.push({ user_id, form, secret: secret.toString('hex') });
  };
  const work = made.filter(({ given }) => hasSecret(given)).map((one) => () => seal(one));
  await atOnce('secrets', work, hear);
  for (let start = 0; start < secrets.length; start += IN_ONE_GO) {
    await insertSecrets(tx, secrets.slice(start, start + IN_ONE_GO), now);
  }
}
