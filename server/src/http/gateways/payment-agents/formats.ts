import type { PaymentAgent } from '#server/domain/payments/payment-agents/payment-agent.ts';
import type { AgentFormat } from './format.ts';
import { osmp } from './osmp.ts';
import { sberbank1 } from './sberbank-1.ts';
import { sberbank2 } from './sberbank-2.ts';

const FORMATS: Readonly<Record<PaymentAgent['protocol'], AgentFormat>> = {
  osmp,
  'sberbank-1': sberbank1,
  'sberbank-2': sberbank2,
};

export const formatOf = ({ protocol }: Pick<PaymentAgent, 'protocol'>): AgentFormat => FORMATS[protocol];
