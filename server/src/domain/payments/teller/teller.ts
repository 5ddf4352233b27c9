import { BlockList, isIPv6 } from 'node:net';
import { AMOUNT_PATTERN, kopecks, parseRubles, type Kopecks } from '@kabinet/contract/kernel/money';
import { z } from 'zod';
import { readSettingsFile, understood } from '#kernel/settings-file.ts';

const Roubles = z
  .string()
  .regex(AMOUNT_PATTERN)
  .transform((text): Kopecks => parseRubles(text) ?? kopecks(0));
const Network = z.union([z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()]);

const Secret = z.discriminatedUnion('kind', [
  /** HTTP Basic; the file keeps the SHA-256 of `login:password`, so that it gives no password away. */
  z.strictObject({ kind: z.literal('basic'), sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
  /** A parameter of the request: the hash of the named parameters and the secret, with colons between them. */
  z.strictObject({
    kind: z.literal('hash'),
    algorithm: z.enum(['md5', 'sha256']),
    parameter: z.string().regex(/^[a-z][a-z0-9_]*$/),
    fields: z.array(z.string().regex(/^[a-z][a-z0-9_]*$/)).min(1),
    secret: z.string().min(16),
  }),
  /** The addresses alone. */
  z.strictObject({ kind: z.literal('none') }),
]);

/** A source of payments that calls us: a bank or a network of terminals. */
const TellerEntry = z.strictObject({
  /** Written beside each of its payments; never changes. */
  name: z.string().regex(/^[a-z][a-z0-9-]{0,31}$/),
  /** What the client reads in his history: «Платёж через Сбербанк». */
  title: z.string().min(1),
  protocol: z.enum(['osmp', 'sberbank-1', 'sberbank-2']),
  /** From where it calls: addresses and networks of IPv4 and IPv6. */
  addresses: z.array(Network).min(1),
  secret: Secret,
  smallest: Roubles,
  largest: Roubles,
  /** Who gives the payer a fiscal receipt: the one who took the money, or we (54-ФЗ). */
  fiscalized_by: z.enum(['agent', 'us']),
  /** How the history calls it: cash put into a terminal, or paid in a bank. */
  method: z.enum(['cash', 'bank']),
  /** Whether who types an account learns what is on it. */
  tells_balance: z.boolean().default(false),
});

export type Teller = z.output<typeof TellerEntry> & {
  /** Whether it may call from that address. */
  readonly isAt: (address: string) => boolean;
};

const TellersFile = z
  .array(TellerEntry)
  .refine((tellers) => new Set(tellers.map(({ name }) => name)).size === tellers.length, 'два источника с одним name')
  .transform((tellers): Teller[] => tellers.map((teller) => ({ ...teller, isAt: atOneOf(teller.addresses) })))
  .refine((tellers) => !tellers.some(isAmbiguous), 'источник без секрета делит адреса с другим');

const SETTING = 'KABINET_TELLERS';

/** Understands the settings of tellers; a wrong one is named in the error. */
export const tellersOf = (settings: unknown): readonly Teller[] => understood(SETTING, settings, TellersFile);

/** The tellers of a JSON file; none without a file. */
export const readTellers = async (path: string | undefined): Promise<readonly Teller[]> =>
  path === undefined ? [] : readSettingsFile(SETTING, path, TellersFile);

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4');

function atOneOf(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of networks) {
    const [base = '', length] = network.split('/');
    const family = familyOf(base);
    if (length === undefined) list.addAddress(base, family);
    else list.addSubnet(base, Number(length), family);
  }
  return (address) => address !== '' && list.check(address, familyOf(address));
}

/** Where one has only its addresses to show, nobody else of the same gate may call from them. */
function isAmbiguous(teller: Teller, _: number, tellers: readonly Teller[]): boolean {
  if (teller.secret.kind !== 'none') return false;
  return tellers.some((other) => other !== teller && gateOf(other) === gateOf(teller) && isNear(teller, other));
}

/** Two networks meet when the beginning of one lies in the other. */
const isNear = (one: Teller, other: Teller) =>
  one.addresses.some((network) => other.isAt(beginningOf(network))) ||
  other.addresses.some((network) => one.isAt(beginningOf(network)));
const beginningOf = (network: string) => network.split('/')[0] ?? '';

/** The address of ours that speaks the teller's protocol: `/gateway/{gate}`. */
export type Gate = 'osmp' | 'sberbank';
export const gateOf = ({ protocol }: Pick<Teller, 'protocol'>): Gate =>
  protocol === 'sberbank-1' ? 'sberbank' : 'osmp';
