import { agentsOf } from '#server/domain/payments/payment-agents/payment-agent.ts';

export const AGENT_ADDRESS = '10.9.8.7';
export const AGENTS = agentsOf(
  (['osmp', 'sberbank-1'] as const).map((protocol) => ({
    name: protocol,
    title: 'Терминал',
    protocol,
    addresses: [AGENT_ADDRESS],
    secret: { kind: 'none' },
    smallest: '1',
    largest: '15000',
    fiscalized_by: 'agent',
    method: protocol === 'osmp' ? 'cash' : 'bank',
  })),
);
