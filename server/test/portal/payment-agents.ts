import { createHash } from 'node:crypto';
import { agentsOf, type PaymentAgent } from '#server/domain/payments/payment-agents/payment-agent.ts';
import type { TestPortal } from './portal.ts';

const BASIC = 'sber:a-long-password-of-the-bank';
export const AUTHORIZATION = `Basic ${Buffer.from(BASIC).toString('base64')}`;

const entry = (name: string, change: object) => ({
  name,
  title: 'Терминал «Волга»',
  protocol: 'osmp',
  addresses: ['127.0.0.1', '79.142.16.0/20', '2001:db8:5::/48'],
  secret: { kind: 'none' },
  smallest: '10',
  largest: '15000',
  fiscalized_by: 'agent',
  method: 'cash',
  ...change,
});

/** A terminal network identified by its addresses. */
export const TERMINAL: readonly PaymentAgent[] = agentsOf([entry('volga', {})]);

/** One agent per gate, identified by addresses. */
export const OPEN: readonly PaymentAgent[] = agentsOf([entry('volga', {}), entry('sber', { protocol: 'sberbank-1' })]);

/** A bank of each protocol of Sberbank, and one whose requests carry a hash. */
export const SBERBANK_AGENTS: readonly PaymentAgent[] = agentsOf([
  entry('sber-one', {
    title: 'Сбербанк',
    protocol: 'sberbank-1',
    method: 'bank',
    secret: { kind: 'basic', sha256: createHash('sha256').update(BASIC).digest('hex') },
    tells_balance: true,
  }),
  entry('sber-two', {
    title: 'Сбербанк',
    protocol: 'sberbank-2',
    method: 'bank',
    fiscalized_by: 'us',
    secret: { kind: 'basic', sha256: createHash('sha256').update(BASIC).digest('hex') },
    tells_balance: true,
  }),
  entry('hashed', {
    title: 'Элекс',
    secret: {
      kind: 'hash',
      algorithm: 'md5',
      parameter: 'hash',
      fields: ['txn_id', 'account', 'sum'],
      secret: 'sixteen-signs-at-least',
    },
  }),
]);

export interface AgentCall {
  readonly gate?: 'osmp' | 'sberbank';
  readonly from?: string;
  readonly authorization?: string;
  readonly post?: boolean;
}

/** One call of a payment agent over HTTP; returns its status and XML. */
export async function callGate(
  portal: TestPortal,
  parameters: Readonly<Record<string, string>>,
  how: AgentCall = {},
): Promise<{ status: number; xml: string }> {
  const { gate, from, authorization, post } = { gate: 'osmp', from: '127.0.0.1', post: false, ...how };
  const form = new URLSearchParams(parameters).toString();
  const headers = authorization === undefined ? {} : { authorization };
  const url = `/gateway/${gate}`;
  const reply = await portal.inject({
    remoteAddress: from,
    ...(post
      ? { method: 'POST', url, headers: { ...headers, 'content-type': FORM }, payload: form }
      : { method: 'GET', url: `${url}?${form}`, headers }),
  });
  return { status: reply.statusCode, xml: reply.body };
}

const FORM = 'application/x-www-form-urlencoded';

/** The text of the first element with that name. */
export const told = (xml: string, name: string): string | undefined =>
  new RegExp(`<${name}[^>]*>([^<]*)</${name}>`).exec(xml)?.[1];

// Only what the gates write: the declaration, elements without attributes except `name`, text with entities.
const TEXT =
  '(?:[^<>&\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\ud800-\\udfff\\ufffe\\uffff]|&(?:amp|lt|gt|quot);)*';
const LEAF = `<([A-Za-z_][\\w]*)(?: name="[\\w]+")?>${TEXT}</\\1>`;
const LEAVES = new RegExp(LEAF, 'gu');

/** Whether the text is one complete XML document with a single `<response>`. */
export function isWellFormed(xml: string): boolean {
  const inner = /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<response>([\s\S]*)<\/response>\n$/.exec(xml)?.[1];
  if (inner === undefined) return false;
  return inner.replace(LEAVES, '').replace('<fields></fields>', '') === '';
}
