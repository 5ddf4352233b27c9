import { BlockList, isIPv6 } from 'node:net';
import { AMOUNT_PATTERN, kopecks, parseRubles, type Kopecks } from '@kabinet/contract/kernel/money';
import { z } from 'zod';
import { readSettingsFile, parsedSetting } from '#server/kernel/settings-file.ts';

const Roubles = z
  .string()
  .regex(AMOUNT_PATTERN)
  .transform((text): Kopecks => parseRubles(text) ?? kopecks(0));
const Network = z.union([z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()]);

const Secret = z.discriminatedUnion('kind', [
  /** HTTP Basic; the file holds the SHA-256 of `login:password`, which does not reveal the password. */
  z.strictObject({ kind: z.literal('basic'), sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
  /** A parameter of the request: the hash of the named parameters and the secret, separated by colons. */
  z.strictObject({
    kind: z.literal('hash'),
    algorithm: z.enum(['md5', 'sha256']),
    parameter: z.string().regex(/^[a-z][a-z0-9_]*$/),
    fields: z.array(z.string().regex(/^[a-z][a-z0-9_]*$/)).min(1),
    secret: z.string().min(16),
  }),
  /** Only the address is checked. */
  z.strictObject({ kind: z.literal('none') }),
]);

/** A source of payments that calls us: a bank or a network of terminals. */
const PaymentAgentEntry = z.strictObject({
  /** Stored with each of its payments; must never change. */
  name: z.string().regex(/^[a-z][a-z0-9-]{0,31}$/),
  /** Shown to the client in the history: «Платёж через Сбербанк». */
  title: z.string().min(1),
  protocol: z.enum(['osmp', 'sberbank-1', 'sberbank-2']),
  /** Its addresses and networks, IPv4 and IPv6. */
  addresses: z.array(Network).min(1),
  secret: Secret,
  smallest: Roubles,
  largest: Roubles,
  /** Who issues the fiscal receipt: whoever took the money, or we (54-ФЗ). */
  fiscalized_by: z.enum(['agent', 'us']),
  /** How the history names it: cash at a terminal, or paid in a bank. */
  method: z.enum(['cash', 'bank']),
  /** Whether the payer sees the balance of the account. */
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

/** Parses the settings of payment agents; the error names an invalid one. */
export const agentsOf = (settings: unknown): readonly PaymentAgent[] =>
  parsedSetting(SETTING, settings, PaymentAgentsFile);

/** The payment agents in a JSON file; none without a file. */
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

/** An agent identified only by its addresses must not share them with another agent of the same gate. */
function isAmbiguous(agent: PaymentAgent, _: number, agents: readonly PaymentAgent[]): boolean {
  if (agent.secret.kind !== 'none') return false;
  return agents.some((other) => other !== agent && gateOf(other) === gateOf(agent) && isNear(agent, other));
}

/** Two networks overlap if the first address of one lies in the other. */
const isNear = (one: PaymentAgent, other: PaymentAgent) =>
  one.addresses.some((network) => other.isAt(beginningOf(network))) ||
  other.addresses.some((network) => one.isAt(beginningOf(network)));
const beginningOf = (network: string) => network.split('/')[0] ?? '';

/** Our address for the payment agent's protocol: `/gateway/{gate}`. */
export type AgentGate = 'osmp' | 'sberbank';
export const gateOf = ({ protocol }: Pick<PaymentAgent, 'protocol'>): AgentGate =>
  protocol === 'sberbank-1' ? 'sberbank' : 'osmp';
