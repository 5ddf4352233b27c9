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
const PaymentAgentEntry = z.strictObject({
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

export type PaymentAgent = z.output<typeof PaymentAgentEntry> & {
  /** Whether it may call from that address. */
  readonly isAt: (address: string) => boolean;
};

const PaymentAgentsFile = z
  .array(PaymentAgentEntry)
  .refine((agents) => new Set(agents.map(({ name }) => name)).size === agents.length, 'два источника с одним name')
  .transform((agents): PaymentAgent[] => agents.map((agent) => ({ ...agent, isAt: atOneOf(agent.addresses) })))
  .refine((agents) => !agents.some(isAmbiguous), 'источник без секрета делит адреса с другим');

const SETTING = 'KABINET_PAYMENT_AGENTS';

/** Understands the settings of payment agents; a wrong one is named in the error. */
export const agentsOf = (settings: unknown): readonly PaymentAgent[] =>
  understood(SETTING, settings, PaymentAgentsFile);

/** The payment agents of a JSON file; none without a file. */
export const readPaymentAgents = async (path: string | undefined): Promise<readonly PaymentAgent[]> =>
  path === undefined ? [] : readSettingsFile(SETTING, path, PaymentAgentsFile);

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
function isAmbiguous(agent: PaymentAgent, _: number, agents: readonly PaymentAgent[]): boolean {
  if (agent.secret.kind !== 'none') return false;
  return agents.some((other) => other !== agent && gateOf(other) === gateOf(agent) && isNear(agent, other));
}

/** Two networks meet when the beginning of one lies in the other. */
const isNear = (one: PaymentAgent, other: PaymentAgent) =>
  one.addresses.some((network) => other.isAt(beginningOf(network))) ||
  other.addresses.some((network) => one.isAt(beginningOf(network)));
const beginningOf = (network: string) => network.split('/')[0] ?? '';

/** The address of ours that speaks the payment agent's protocol: `/gateway/{gate}`. */
export type Gate = 'osmp' | 'sberbank';
export const gateOf = ({ protocol }: Pick<PaymentAgent, 'protocol'>): Gate =>
  protocol === 'sberbank-1' ? 'sberbank' : 'osmp';
