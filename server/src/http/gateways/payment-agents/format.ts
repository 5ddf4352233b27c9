import type {
  AgentRequest,
  AgentReceipts,
  AgentRefusal,
  TellableAccount,
} from '#server/domain/payments/payment-agents/outcome.ts';
import type { Parameters } from './parameters.ts';

/** How a protocol is parsed and formatted: text to text, without side effects. */
export interface AgentFormat extends AgentReceipts {
  read(given: Parameters): AgentRequest | AgentRefusal;
  account(given: Parameters, account: TellableAccount): string;
  refusal(given: Parameters, refusal: AgentRefusal): string;
}
