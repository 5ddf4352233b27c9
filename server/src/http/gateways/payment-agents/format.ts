import type { Ask, Receipts, Refusal, TellableAccount } from '#domain/payments/payment-agents/outcome.ts';
import type { Parameters } from './parameters.ts';

/** How a protocol is parsed and formatted: text to text, without side effects. */
export interface Format extends Receipts {
  read(given: Parameters): Ask | Refusal;
  account(given: Parameters, account: TellableAccount): string;
  refusal(given: Parameters, refusal: Refusal): string;
}
