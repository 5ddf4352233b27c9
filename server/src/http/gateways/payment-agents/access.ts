import { createHash } from 'node:crypto';
import type { PaymentAgent } from '#server/domain/payments/payment-agents/payment-agent.ts';
import { isSameText } from '#server/kernel/same-text.ts';
import type { Parameters } from './parameters.ts';

type Secret = PaymentAgent['secret'];

/** Finds the payment agent that calls: the first whose secret matches, among those allowed from this address. */
export const whoCalls = (
  agents: readonly PaymentAgent[],
  given: Parameters,
  authorization: string | undefined,
): PaymentAgent | undefined => agents.find(({ secret }) => fits(secret, given, authorization));

function fits(secret: Secret, given: Parameters, authorization: string | undefined): boolean {
  switch (secret.kind) {
    case 'none':
      return true;
    case 'basic':
      return isSameText(secret.sha256, sha256(credentialsOf(authorization)));
    case 'hash':
      return isSameText(hashOf(secret, given), (given.get(secret.parameter) ?? '').toLowerCase());
  }
}

/** `login:password` of HTTP Basic. */
function credentialsOf(authorization = ''): Buffer {
  const encoded = /^Basic +([A-Za-z0-9+/]+={0,2})$/i.exec(authorization)?.[1] ?? '';
  return Buffer.from(encoded, 'base64');
}

const hashOf = ({ algorithm, fields, secret }: Extract<Secret, { kind: 'hash' }>, given: Parameters): string =>
  createHash(algorithm)
    .update([...fields.map((name) => given.get(name) ?? ''), secret].join(':'))
    .digest('hex');

const sha256 = (data: Buffer): string => createHash('sha256').update(data).digest('hex');
